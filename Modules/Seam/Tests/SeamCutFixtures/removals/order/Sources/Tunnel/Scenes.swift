/// Shows whether the tunnel is up.
@MainActor
final class StatusScene {
    private let tunnel: TunnelManager
    private let settings: Settings

    init(tunnel: TunnelManager = .shared, settings: Settings = .shared) {
        self.tunnel = tunnel
        self.settings = settings
    }

    func lines() -> [String] { [tunnel.connect(), "host \(settings.host)"] }
}

/// Makes the relay list.
@MainActor
struct RelayList {
    let count: Int
    let proxy: Proxy
    let cache: AddressCache

    init(count: Int, proxy: Proxy = .shared, cache: AddressCache = .shared) {
        self.count = count
        self.proxy = proxy
        self.cache = cache
    }

    func lines() -> [String] { (1...count).map { proxy.get("/\($0)") } + [cache.address()] }
}
