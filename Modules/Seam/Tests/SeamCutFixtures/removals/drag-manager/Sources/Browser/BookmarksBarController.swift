final class BookmarksBarController: ViewController {
    private let dragManager: DragManager
    let bookmarks: [String]

    init(bookmarks: [String], dragManager: DragManager = .shared) {
        self.bookmarks = bookmarks
        self.dragManager = dragManager
        super.init()
    }

    required init?(coder: [String: String]) {
        fatalError("BookmarksBarController: bad initializer")
    }

    func drag(_ position: Int) { dragManager.begin(bookmarks[position]) }
}
