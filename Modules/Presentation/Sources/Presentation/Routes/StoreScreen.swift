public import Domain

/// A screen of the store, with what it takes to open it. A value, so that it can be compared, kept and opened directly.
public enum StoreScreen: Hashable, Sendable {
    /// Where a person signs in; `then` is where they wanted to go.
    indirect case signIn(then: StoreScreen?)
    /// The list of deals; past ones too if so asked.
    case deals(all: Bool)
    /// One deal.
    case deal(DealID)
    /// A person's profile, orders and addresses.
    case profile(UserID)
    /// A person's settings.
    case settings(UserID)

    /// Where a recovery from a problem of this screen leads; `nil` if it stays here.
    public func next(after recovery: Recovery) -> StoreScreen? {
        guard recovery == .signIn else { return nil }
        if case .signIn = self { return nil }
        return .signIn(then: self)
    }
}
