/// What was measured.
protocol Analytics {
    func track(_ name: String)
    var count: Int { get }
}

final class StoreAnalytics: Analytics {
    private(set) var count = 0

    func track(_ name: String) { count += 1 }
}

/// The orders of a store.
final class Stores {
    private(set) var orders = ["A1", "A2"]

    func cancel(_ order: String) { orders.removeAll { $0 == order } }
}

/// Has a setter for tests.
@MainActor
enum ServiceLocator {
    private static var _analytics: any Analytics = StoreAnalytics()

    static let stores = Stores()

    static var analytics: any Analytics { _analytics }

    static func setAnalytics(_ analytics: any Analytics) { _analytics = analytics }
}
