import SwiftUI

private struct ThemeSharedKey: EnvironmentKey {
    static var defaultValue: Theme? { nil }
}

extension EnvironmentValues {
    /// The instance that callers use in place of `Theme.shared`; nil for that one.
    var theme: Theme? {
        get { self[ThemeSharedKey.self] }
        set { self[ThemeSharedKey.self] = newValue }
    }
}
