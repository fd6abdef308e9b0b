/// What is being dragged, for all windows.
@MainActor
final class DragManager {
    static let shared = DragManager()

    private(set) var item: String?
    private(set) var drops: [String] = []

    private init() {}

    func begin(_ item: String) { self.item = item }

    func drop(on place: String) -> Bool {
        guard let item else { return false }
        drops.append("\(item) on \(place)")
        self.item = nil
        return true
    }
}
