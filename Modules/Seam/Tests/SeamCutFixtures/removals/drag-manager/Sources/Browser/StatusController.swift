final class StatusController: ViewController {
    private let manager = DragManager.shared

    func text() -> String { "\(manager.drops.count) drops" }
}
