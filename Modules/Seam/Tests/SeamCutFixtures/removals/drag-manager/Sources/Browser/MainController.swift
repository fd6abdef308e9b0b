/// Makes the other controllers.
final class MainController: ViewController {
    private let bar: BookmarksBarController
    private let title: String

    init(title: String) {
        self.title = title
        bar = BookmarksBarController(bookmarks: ["swift.org", "example.com"])
        super.init()
    }

    required init?(coder: [String: String]) {
        fatalError("MainController: bad initializer")
    }

    func run() -> [String] {
        bar.drag(0)
        var lines = [title, BookmarksListController(folder: "Reading").accept()]
        bar.drag(1)
        lines.append("tabs: \(TabBarController().accept())")
        lines.append(BookmarksListController(folder: "Later").accept())
        lines.append(StatusController().text())
        return lines
    }
}
