/// How far a use of a singleton is on its way. Each use is in exactly one state, which is read from the code.
package enum UseState: String, Sendable, Hashable {
    /// The code names the accessor: `AccountService.shared.orders()`.
    case direct
    /// The code has a dependency that falls back to the accessor: what uses a parameter or a property with such a value.
    case taken
    /// The code gets the instance from whoever makes it, and nothing falls back.
    case passed
    /// Like `passed`, and the code knows only a protocol.
    case byProtocol = "by protocol"
    /// The accessor is gone, and the code uses an instance of the type.
    case retired
    /// The code names the accessor only so that other code gets an instance: the default of a parameter, what stands behind
    /// `??`, and all that a computed property returns. It is no use, and is in no count of uses: those of the other code are.
    case fallback
    /// A root passes the accessor to what it makes. That is no use either, and is left until the singleton is retired.
    case root

    /// The states of uses, in the order of reports.
    package static let ofUses: [UseState] = [.direct, .taken, .passed, .byProtocol, .retired]

    /// Whether it is one of the states of uses.
    package var isOfUse: Bool { self != .fallback && self != .root }
    /// Whether the use still has to move.
    package var isRemaining: Bool { self == .direct }
    /// Whether the accessor can't go yet, because of this code.
    package var needsAccessor: Bool { self == .direct || self == .taken || self == .fallback }
}
