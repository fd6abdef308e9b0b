import AccountSandbox
import Foundation
import Testing

/// `account open` if a sign-in is required, in a real terminal.
@Suite("The sign-in on the way to a screen", .serialized, .enabled(if: Tmux.isWanted), .timeLimit(.minutes(15)))
struct SignInScreenTests {
    @Test("A person who has signed out signs in, and gets to the screen that the link names")
    func there() async throws {
        try await withFolder { folder in
            let out = try await AccountProcess(state: folder)("sign-out")
            #expect(out.code == 0, "\(out.error)")
            try await Tmux.run(columns: 120) { terminal in
                try await open("account://deal?id=D-1001", folder, in: terminal)
                try await signIn(terminal)
                try await terminal.expect("the deal") { $0.contains("Two years for the price of one") }
                try await terminal.expect("no password") { !$0.joined().contains(SandboxAccount.demo.password) }
            }
        }
    }

    @Test("The sign-in screen leads where its link says")
    func byLink() async throws {
        try await withFolder { folder in
            try await Tmux.run(columns: 120) { terminal in
                try await open("account://sign-in?then=account://settings", folder, in: terminal)
                try await signIn(terminal)
                try await terminal.expect("the settings") {
                    $0.contains("  Push notifications about new deals: on")
                }
            }
        }
    }

    @Test("Without a terminal it is said how to sign in")
    func noTerminal() async throws {
        try await withFolder { folder in
            let account = AccountProcess(state: folder)
            let screen = try await account("open", "account://sign-in", "--modules", "mock")
            #expect(screen.code == 64)
            #expect(screen.error.contains("--password-stdin"))
            _ = try await account("sign-out", "--modules", "mock")
            let other = try await account("open", "account://deals", "--modules", "mock", "--format", "json")
            #expect(other.code == 77)
            #expect(try AccountSchema.violations(of: other.json) == [])
        }
    }

    private func open(_ link: String, _ folder: URL, in terminal: Tmux) async throws {
        let account = AccountProcess.executable.path
        try await terminal.type("'\(account)' open '\(link)' --state '\(folder.path)' --locale en_GB --time-zone UTC")
        try await terminal.press("Enter")
    }

    private func signIn(_ terminal: Tmux) async throws {
        try await terminal.expect("the login is asked for") { $0.contains { $0.hasSuffix("Login:") } }
        try await terminal.type(SandboxAccount.demo.login)
        try await terminal.press("Enter")
        try await terminal.expect("the password is asked for") { $0.contains { $0.hasSuffix("Password:") } }
        try await terminal.type(SandboxAccount.demo.password)
        try await terminal.press("Enter")
    }
}
