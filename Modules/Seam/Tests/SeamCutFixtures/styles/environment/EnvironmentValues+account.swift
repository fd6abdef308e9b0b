import SwiftUI

private struct AccountSharedKey: EnvironmentKey {
    static var defaultValue: Account? { nil }
}

extension EnvironmentValues {
    /// The instance that callers use in place of `Account.shared`; nil for that one.
    var account: Account? {
        get { self[AccountSharedKey.self] }
        set { self[AccountSharedKey.self] = newValue }
    }
}
