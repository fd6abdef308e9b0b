/// Instances that callers take together; nil stands for that of the accessor.
struct AppServices: Sendable {
    /// In place of `Services.analytics`.
    var analytics: Analytics?

    /// In place of `Feed.shared`.
    var feed: Feed?

    /// In place of `Account.shared`.
    var account: Account?
}
