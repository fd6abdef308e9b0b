/// Somebody who can sign in to the sandbox.
public struct SandboxAccount: Sendable {
    /// The user's identifier in paths.
    public let user: String
    /// What is typed to sign in.
    public let login: String
    /// What goes with `login`. No secret: it is in the sources.
    public let password: String

    /// The demo user. It may read every user, as a support desk does, and so may whoever else signs in.
    public static let demo = SandboxAccount(user: "ada", login: "ada", password: "analytical-engine")

    /// Somebody else, for what only differs with whom is signed in.
    public static let other = SandboxAccount(user: "yuki", login: "yuki", password: "five-seven-five")

    static let all = [demo, other]

    /// The identifier of a customer, from 1 to `SandboxConfiguration.customerCount`: `c1`, `c2`, ...
    public static func customer(_ number: Int) -> String {
        "c\(number)"
    }
}
