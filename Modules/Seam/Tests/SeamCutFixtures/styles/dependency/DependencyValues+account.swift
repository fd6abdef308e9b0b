import Dependencies

private enum AccountSharedKey: DependencyKey {
    static var liveValue: Account? { nil }
    static var testValue: Account? { nil }
}

extension DependencyValues {
    /// The instance that callers use in place of `Account.shared`; nil for that one.
    var account: Account? {
        get { self[AccountSharedKey.self] }
        set { self[AccountSharedKey.self] = newValue }
    }
}
