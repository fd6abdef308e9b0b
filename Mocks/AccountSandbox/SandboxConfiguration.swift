public import Foundation

/// What a sandbox serves, and how well.
public struct SandboxConfiguration: Sendable {
    /// Where to listen on 127.0.0.1; 0 takes any free port.
    public var port: UInt16
    /// How many orders the demo user has; below 0 counts as 0.
    public var orderCount: Int
    /// How many customers there are beside the named users, `SandboxAccount.customer(_:)`; below 0 counts as 0. They have
    /// up to four orders each and no addresses, and cost nothing until they are asked for.
    public var customerCount: Int
    /// How many names the database has that is searched; below 0 counts as 0. Made at the first search, which
    /// waits for it: 20,000 take about a third of a second in a debug build.
    public var nameCount: Int
    /// How long every request waits before it is answered.
    public var latency: Duration
    /// What goes wrong. Of several that replace or break the answer, the first that acts wins.
    public var faults: [SandboxFault]
    /// How long a token is good for.
    public var tokenLifetime: Duration
    /// The folder for sessions and tokens; nil keeps them in memory. Several sandboxes may share one folder.
    public var stateFolder: URL?
    /// Where the data and the faults' turns come from: same seed, same bytes.
    public var seed: UInt64
    /// The server's clock.
    public var now: @Sendable () -> Date
    /// Is told, on any thread, when state could not be read or kept. Never gets secrets.
    public var warn: @Sendable (String) -> Void

    /// Twelve orders, 20,000 names, no faults, nothing kept.
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
