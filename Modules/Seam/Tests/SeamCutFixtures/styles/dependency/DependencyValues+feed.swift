import Dependencies

private enum FeedSharedKey: DependencyKey {
    static var liveValue: Feed? { nil }
    static var testValue: Feed? { nil }
}

extension DependencyValues {
    /// The instance that callers use in place of `Feed.shared`; nil for that one.
    var feed: Feed? {
        get { self[FeedSharedKey.self] }
        set { self[FeedSharedKey.self] = newValue }
    }
}
