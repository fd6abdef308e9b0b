/// The settings on disk.
@MainActor
final class Settings {
    static let shared = Settings()

    var host = "relay.example"

    init() {}
}

/// The addresses of relays.
@MainActor
final class AddressCache {
    static let shared = AddressCache(settings: Settings.shared)

    private var settings: Settings
    private(set) var reads = 0

    init(settings: Settings) { self.settings = settings }

    func address() -> String {
        reads += 1
        return "https://\(settings.host)/\(reads)"
    }
}

/// Requests to the service.
@MainActor
final class Proxy {
    static let shared = Proxy(cache: AddressCache.shared)

    private var cache: AddressCache
    private var count = 0

    init(cache: AddressCache) { self.cache = cache }

    func get(_ path: String) -> String {
        count += 1
        return "\(count) \(cache.address())\(path)"
    }
}

/// The tunnel.
@MainActor
final class TunnelManager {
    static let shared = TunnelManager(proxy: Proxy.shared, settings: Settings.shared)

    private let proxy: Proxy
    private let settings: Settings
    private var isUp = false

    init(proxy: Proxy, settings: Settings) {
        self.proxy = proxy
        self.settings = settings
    }

    func connect() -> String {
        isUp = true
        return "connected to \(settings.host) by \(proxy.get("/relays"))"
    }
}
