/// How far a use of a singleton is on its way. Each use is in exactly one state, which is read from the code.
package enum UseState: String, Sendable, Hashable, CaseIterable {
    /// The code names the accessor: `AccountService.shared.orders()`.
    case direct
    /// The code has a dependency that falls back to the accessor: the default of a parameter, what stands behind `??`, and every
    /// use of a property that has such a value.
    case taken
    /// The code gets the instance from whoever makes it, and nothing falls back.
    case passed
    /// Like `passed`, and the code knows only a protocol.
    case byProtocol = "by protocol"
    /// The accessor is gone, and the code uses an instance of the type.
    case retired

    /// Whether the code still depends on the accessor.
    package var isRemaining: Bool { self == .direct || self == .taken }
}
