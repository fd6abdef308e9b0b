public import SeamKit

extension CodeMap {
    /// The uses that are fallbacks of injected dependencies, in the map's order: `injectedAccount ?? .shared`.
    ///
    /// A framework's accessor is often a default of another kind (`UserDefaults(suiteName: name) ?? .standard`), so there the
    /// name has to be one that `seam cut` gives.
    public var fallbacks: [Use] {
        let foreign = Set(singletons.lazy.filter { $0.shape == .framework || $0.shape == .elsewhere }.map(\.id))
        return uses.filter { use in
            use.path == .direct && !use.isTest && !use.fallbackFor.isEmpty
                && (!foreign.contains(use.singleton) || use.fallbackFor.hasPrefix("injected"))
        }
    }
}
