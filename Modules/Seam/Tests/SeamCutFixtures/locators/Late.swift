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
    private let injectedSharedClient: Client?
    private var sharedClient: Client { injectedSharedClient ?? client }

    private let injectedSharedAnalytics: Analytics?
    private var sharedAnalytics: Analytics { injectedSharedAnalytics ?? Services.analytics }

    private let injectedSharedOrders: (any Orders)?
    private var sharedOrders: any Orders { injectedSharedOrders ?? Services.orders }

    private var sharedCurrent: World { Current }

    init(sharedClient: Client? = nil, sharedAnalytics: Analytics? = nil, sharedOrders: (any Orders)? = nil) {
        self.injectedSharedClient = sharedClient
        self.injectedSharedAnalytics = sharedAnalytics
        self.injectedSharedOrders = sharedOrders
    }

    func appear() {
        sharedAnalytics.log("appear")
        sharedAnalytics.isOn = false
        sharedAnalytics.log("again")
        print(sharedOrders.all())
        Services.isReady = true // left: data
        if Services.mode == .list { print("list") } // left: data
        print(sharedCurrent.date(), sharedCurrent.name)
        Current.name = "Grace" // left: value
        print(sharedCurrent.name)
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
