final class BookmarksListController: ViewController {
    private let folder: String

    init(folder: String) {
        self.folder = folder
        super.init()
    }

    required init?(coder: [String: String]) {
        fatalError("BookmarksListController: bad initializer")
    }

    func accept() -> String {
        DragManager.shared.drop(on: folder) ? "\(folder) has it" : "nothing for \(folder)"
    }
}
