protocol Orders { func all() -> [String] }
final class LiveOrders: Orders { func all() -> [String] { [] } }
final class Analytics { var enabled = true; func log(_ event: String) {} }

enum Services {
    static var orders: any Orders = LiveOrders()
    static let analytics = Analytics()
    static let version = 3
    static func describe() -> String { "services v\(version)" }
}
