/// A user who can sign in to the sandbox.
public struct SandboxAccount: Sendable {
    /// The user's identifier in paths.
    public let user: String
    /// The login.
    public let login: String
    /// The password. It isn't secret: it is in the sources.
    public let password: String

    /// The demo user. Like any signed-in user of the sandbox, it may read every user's data, as a support desk does.
    public static let demo = SandboxAccount(user: "ada", login: "ada", password: "analytical-engine")

    /// Another user, for features that depend on who is signed in.
    public static let other = SandboxAccount(user: "yuki", login: "yuki", password: "five-seven-five")

    /// The sample customers besides these two: one without orders, and some whose data is hard to show.
    public static let samples = ["grace", "noor", "zoe", "edge"].map { name in
        SandboxAccount(user: name, login: name, password: "\(name)-has-no-secrets")
    }

    static let all = [demo, other] + samples

    /// Returns the identifier of a customer, from 1 to `SandboxConfiguration.customerCount`: `c1`, `c2`, ...
    public static func customer(_ number: Int) -> String {
        "c\(number)"
    }
}
