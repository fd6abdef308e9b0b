/// What to fetch, and of whom.
public struct UserRequestParam {
    /// The user's identifier, as it is (not percent-encoded).
    public var user: String
    /// The last part of the URL: `orders`, `addresses`. The list in the answer has the same name.
    public var path: String

    /// Memberwise.
    public init(user: String, path: String) {
        self.user = user
        self.path = path
    }
}
