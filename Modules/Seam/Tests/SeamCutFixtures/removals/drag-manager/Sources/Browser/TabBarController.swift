final class TabBarController: ViewController {
    private let dragManager: DragManager

    init(dragManager: DragManager? = nil) {
        self.dragManager = dragManager ?? .shared
        super.init()
    }

    required init?(coder: [String: String]) {
        fatalError("TabBarController: bad initializer")
    }

    func accept() -> Bool { dragManager.drop(on: "tabs") }
}
