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
    static let storage = DiskStorage()
}

protocol Naming { var name: String { get } }
protocol Storing: Naming {
    func load(_ key: String) -> String
    func save(_ key: String)
}
extension Storing { func clear() { print("nothing to clear in", name) } }

/// Most take it as the protocol.
final class DiskStorage: Storing {
    let name = "disk"
    var count = 0
    func load(_ key: String) -> String { "\(key) \(count)" }
    func save(_ key: String) { count += 1 }
    func save(_ key: String, twice: Bool) { count += 2 }
    func clear() { count = 0 }
}

final class Loader {
    private let storage: Storing
    init(key: String, storage: Storing = Services.storage) { self.storage = storage; print(storage.load(key)) } // left: held
}

final class Cache {
    private let storage: Storing
    init(storage: Storing = Services.storage) { self.storage = storage } // left: held
    func fill() { storage.save("cache") }
}

final class Reader {
    private static var diskStorage: DiskStorage { Services.storage }

    let key: String
    private let injectedDiskStorage: DiskStorage?
    private var diskStorage: DiskStorage { injectedDiskStorage ?? Services.storage }

    init(key: String, diskStorage: DiskStorage? = nil) {
        self.key = key
        self.injectedDiskStorage = diskStorage
    }
    func read() {
        print(diskStorage.load(key), diskStorage.name)
        _ = Loader(key: key, storage: diskStorage)
    }
    static func make(diskStorage passedDiskStorage: DiskStorage? = nil) -> Cache {
        Cache(storage: passedDiskStorage ?? diskStorage)
    }
}

/// What it calls has another meaning, or none, in the protocol.
final class Cleaner {
    let key: String
    private let injectedDiskStorage: DiskStorage?
    private var diskStorage: DiskStorage { injectedDiskStorage ?? Services.storage }

    init(key: String, diskStorage: DiskStorage? = nil) {
        self.key = key
        self.injectedDiskStorage = diskStorage
    }
    func clear() { diskStorage.clear() }
}

final class Counter {
    let key: String
    private let injectedDiskStorage: DiskStorage?
    private var diskStorage: DiskStorage { injectedDiskStorage ?? Services.storage }

    init(key: String, diskStorage: DiskStorage? = nil) {
        self.key = key
        self.injectedDiskStorage = diskStorage
    }
    func save() { diskStorage.save(key, twice: true) }
    func show() { print(diskStorage.name, diskStorage.count) }
}

final class Keeper {
    let key: String
    private let injectedDiskStorage: DiskStorage?
    private var diskStorage: DiskStorage { injectedDiskStorage ?? Services.storage }

    init(key: String, diskStorage: DiskStorage? = nil) {
        self.key = key
        self.injectedDiskStorage = diskStorage
    }
    func keep() -> DiskStorage { diskStorage }
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

    private var world: World { Current }

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
        print(world.date(), world.name)
        Current.name = "Grace" // left: value
        print(world.name)
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
        Cache().fill()
        Reader(key: "r").read()
        Reader.make().fill()
        Counter(key: "c").save()
        Counter(key: "c").show()
        Cleaner(key: "c").clear()
        print(Keeper(key: "k").keep().load("k"))
    }
}
