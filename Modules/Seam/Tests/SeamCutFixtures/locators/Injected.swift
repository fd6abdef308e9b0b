// modes: 5
protocol Orders { func all() -> [String] }
struct LiveOrders: Orders { func all() -> [String] { ["live"] } }
struct MockOrders: Orders { func all() -> [String] { ["mock"] } }
final class Analytics { var isOn = true; func log(_ event: String) { print("event", event, isOn) } }

enum Mode { case list, grid }

enum Services {
    static var mode: Mode = .list
    static var orders: any Orders = LiveOrders()
    static let analytics = Analytics()
    static var isReady = false
}

struct World {
    var date: () -> String = { print("read the clock"); return "today" }
    var name = "Ada"
}
var Current = World()

final class Client { func get(_ path: String) { print("get", path) } }
let client = Client()

final class Screen {
    private let sharedClient: Client
    private let analytics: Analytics
    private let injectedOrders: (any Orders)?
    private var orders: any Orders { injectedOrders ?? Services.orders }

    init(sharedClient: Client = client, analytics: Analytics = Services.analytics, orders: (any Orders)? = nil) {
        self.sharedClient = sharedClient
        self.analytics = analytics
        self.injectedOrders = orders
    }

    func appear() {
        analytics.log("appear")
        analytics.isOn = false
        analytics.log("again")
        print(orders.all())
        Services.isReady = true // left: data
        if Services.mode == .list { print("list") } // left: data
        print(Current.date(), Current.name)
        Current.name = "Grace" // left: value
        print(Current.name)
        sharedClient.get("/a")
    }
    func mock() { Services.orders = MockOrders() } // left: assigned
    func grid() { Services.mode = .grid } // left: data
}

@main enum Program {
    static func main() {
        let screen = Screen()
        screen.appear()
        screen.mock()
        screen.appear()
    }
}
