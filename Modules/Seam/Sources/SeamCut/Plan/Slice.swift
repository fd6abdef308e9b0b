public import SeamKit

/// The part of a cut that is made in one step.
public struct Slice: Sendable, Equatable {
    /// The names of the callers; nil for all.
    public var callers: Set<String>?
    /// The names of the members; nil for all.
    public var members: Set<String>?
    /// A module, or the path of a folder; nil for all.
    public var place: String?
    /// The maximum number of rewritten uses. The uses of a caller are never split, so there may be fewer.
    public var maxUses: Int?

    /// Creates a slice.
    public init(callers: Set<String>? = nil, members: Set<String>? = nil, maxUses: Int? = nil) {
        self.callers = callers
        self.members = members
        self.maxUses = maxUses
    }

    /// Creates a slice with the members and callers of a cut of the map.
    public init(_ cluster: Ranking.Cut) {
        self.init(callers: Set(cluster.callers.map(\.name)), members: Set(cluster.members.map(\.name)))
    }

    /// Returns the accessors of a singleton that the slice is about. The members of a locator are its accessors.
    func accessors(of singleton: Singleton) -> [Singleton.Accessor] {
        guard singleton.shape == .locator, let members else { return singleton.accessors }
        return singleton.accessors.filter { members.contains($0.name) }
    }

    /// Returns whether a use is in the slice, ignoring `maxUses`.
    public func contains(_ use: Use) -> Bool {
        if let members, !members.contains(use.member) { return false }
        if let place, use.module != place, !use.file.hasPrefix(place + "/") { return false }
        guard let callers else { return true }
        let name = Ranking.user(of: use).name
        return callers.contains(name) || callers.contains { name.hasSuffix(".\($0)") }
    }
}
