public import SeamKit

/// The part of a cut that is made at once.
public struct Slice: Sendable, Equatable {
    /// Names of the callers; nil for all.
    public var callers: Set<String>?
    /// Names of the members; nil for all.
    public var members: Set<String>?
    /// Uses that are rewritten at most. Callers are taken whole, so it may be fewer.
    public var maxUses: Int?

    /// Creates a slice.
    public init(callers: Set<String>? = nil, members: Set<String>? = nil, maxUses: Int? = nil) {
        self.callers = callers
        self.members = members
        self.maxUses = maxUses
    }

    /// The members and callers of a cut of the map.
    public init(_ cluster: Ranking.Cut) {
        self.init(callers: Set(cluster.callers.map(\.name)), members: Set(cluster.members.map(\.name)))
    }

    /// Whether a use is in the slice, apart from `maxUses`.
    func contains(_ use: Use) -> Bool {
        if let members, !members.contains(use.member) { return false }
        guard let callers else { return true }
        let name = Ranking.user(use).name
        return callers.contains(name) || callers.contains { name.hasSuffix(".\($0)") }
    }
}
