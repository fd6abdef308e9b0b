public import Foundation

/// The data a sandbox serves, and its faults.
public struct SandboxConfiguration: Sendable {
    /// The port on 127.0.0.1; 0 takes any free port.
    public var port: UInt16
    /// The number of orders of the demo user; below 0 counts as 0.
    public var orderCount: Int
    /// The number of customers (`SandboxAccount.customer(_:)`) in addition to the named users; below 0 counts as 0. They have
    /// up to four orders each and no addresses, and cost nothing until they are requested.
    public var customerCount: Int
    /// The number of names in the database that is searched; below 0 counts as 0. The database is created at the first search,
    /// which waits for it: 20,000 names take about a third of a second in a debug build.
    public var nameCount: Int
    /// The delay before every response.
    public var latency: Duration
    /// The faults. If several replace or break the response, the first that acts wins.
    public var faults: [SandboxFault]
    /// The lifetime of a token.
    public var tokenLifetime: Duration
    /// The folder for sessions and tokens, or nil to store them in memory. Several sandboxes may share a folder.
    public var stateFolder: URL?
    /// The seed of the data and of the faults: the same seed gives the same bytes.
    public var seed: UInt64
    /// The server's clock.
    public var now: @Sendable () -> Date
    /// Called on any thread when state can't be read or stored. The message never contains secrets.
    public var warn: @Sendable (String) -> Void

    /// Creates a configuration. The default has twelve orders, 20,000 names, no faults, and stores nothing.
    public init(
        port: UInt16 = 0,
        orderCount: Int = 12,
        customerCount: Int = 0,
        nameCount: Int = 20_000,
        latency: Duration = .zero,
        faults: [SandboxFault] = [],
        tokenLifetime: Duration = .seconds(300),
        stateFolder: URL? = nil,
        seed: UInt64 = 1843,
        now: @escaping @Sendable () -> Date = { Date() },
        warn: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        self.port = port
        self.orderCount = orderCount
        self.customerCount = customerCount
        self.nameCount = nameCount
        self.latency = latency
        self.faults = faults
        self.tokenLifetime = tokenLifetime
        self.stateFolder = stateFolder
        self.seed = seed
        self.now = now
        self.warn = warn
    }
}
