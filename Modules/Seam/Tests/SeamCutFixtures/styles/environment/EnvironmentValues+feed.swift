import SwiftUI

private struct FeedSharedKey: EnvironmentKey {
    static var defaultValue: Feed? { nil }
}

extension EnvironmentValues {
    /// The instance that callers use in place of `Feed.shared`; nil for that one.
    var feed: Feed? {
        get { self[FeedSharedKey.self] }
        set { self[FeedSharedKey.self] = newValue }
    }
}
