final class StatusController: ViewController {
    private let manager: DragManager

    init(manager: DragManager = DragManager.shared) {
        self.manager = manager
        super.init()
    }

    required init?(coder: [String: String]) {
        fatalError("StatusController: bad initializer")
    }

    func text() -> String { "\(manager.drops.count) drops" }
}
