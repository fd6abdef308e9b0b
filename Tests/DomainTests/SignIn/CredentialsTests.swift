import Domain
import Testing

@Suite("Credentials")
struct CredentialsTests {
    private static let password = "correct-horse-4711"
    private static let credentials = Credentials(login: "ada", password: password)

    @Test(
        "However they are printed, the password is not among it",
        arguments: [
            "\(credentials)", String(describing: credentials), String(reflecting: credentials),
            "\(Optional(credentials) as Any)", "\([credentials])", "\(["key": credentials])", dumped(),
            String(reflecting: Mirror(reflecting: credentials).children.map { $0 }),
        ]
    )
    func printed(_ text: String) {
        #expect(text.contains("ada"))
        #expect(!text.contains(Self.password))
    }

    @Test("What is printed does not depend on the password, so neither on its length")
    func length() {
        #expect("\(Self.credentials)" == "\(Credentials(login: "ada", password: ""))")
    }

    @Test("Both are as they were typed")
    func kept() {
        let credentials = Credentials(login: " Ada ", password: "  pass\u{301}\n")
        #expect(credentials.login == " Ada ")
        #expect(Array(credentials.password.utf8) == Array("  pass\u{301}\n".utf8))
    }

    private static func dumped() -> String {
        var text = ""
        dump(credentials, to: &text)
        return text
    }
}
