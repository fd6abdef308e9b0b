/// The data to fetch, and the user it belongs to.
public struct UserRequestParam {
    /// The user's identifier, as it is (not percent-encoded).
    public var user: String
    /// The last part of the URL: `orders`, `addresses`. The list in the response has the same name.
    public var path: String

    /// Creates a parameter from its parts.
    public init(user: String, path: String) {
        self.user = user
        self.path = path
    }
}
