import Domain
import Foundation
import LoopbackHTTP

/// The browsers that were let in, and the token that lets in the next.
@MainActor
final class WebSessions {
    /// One browser. It shows who is signed in on this device.
    @MainActor final class Browser {
        /// The value of the cookie.
        fileprivate let secret = WebSessions.secret()
        /// The token of the forms. It is a new one for each person, so that no form of one person acts for another.
        private(set) var formToken = WebSessions.secret()
        /// What the next page tells about the last change.
        var notes: [HTML] = []
        /// Whom the pages showed.
        private(set) var person: UserID?
        /// The lists that were loaded last, so that their other pages are of the same list.
        var showings: [String: @MainActor (inout Page) -> Void] = [:]

        fileprivate init() {}

        /// Forgets all of another person.
        func show(_ person: UserID?) {
            guard person != self.person else { return }
            self.person = person
            formToken = WebSessions.secret()
            showings = [:]
            notes = []
        }
    }

    private var browsers: [Browser] = []
    private var invitation: String?

    /// Returns a token that lets one browser in; earlier ones that were not used don't any more.
    func invite() -> String {
        let token = Self.secret()
        invitation = token
        return token
    }

    /// Lets a browser in, if the token is the one that was returned last and is used for the first time.
    func accept(_ token: String) -> Browser? {
        guard let invitation, Self.isSame(invitation, token) else { return nil }
        self.invitation = nil
        let browser = Browser()
        browsers.append(browser)
        return browser
    }

    /// Returns the browser that sends a request; `nil` if it was not let in.
    func browser(sending request: IncomingRequest, cookie: String) -> Browser? {
        let sent = (request.headers["cookie"] ?? "").split(separator: ";").compactMap { pair in
            let sides = pair.trimmingCharacters(in: .whitespaces).split(separator: "=", maxSplits: 1)
            return sides.count == 2 && sides[0] == cookie ? String(sides[1]) : nil
        }
        return browsers.first { browser in sent.contains { Self.isSame(browser.secret, $0) } }
    }

    /// Returns the header that makes a browser send its secret to this program, and to no script and no other site.
    func cookie(_ name: String, for browser: Browser) -> String {
        "\(name)=\(browser.secret); Path=/; HttpOnly; SameSite=Strict"
    }

    /// Takes the same time wherever the texts differ.
    nonisolated static func isSame(_ one: String, _ other: String) -> Bool {
        one.utf8.count == other.utf8.count && zip(one.utf8, other.utf8).reduce(0) { $0 | $1.0 ^ $1.1 } == 0
    }

    nonisolated private static func secret() -> String {
        var generator = SystemRandomNumberGenerator()
        return (0..<4).map { _ in String(format: "%016lx", generator.next() as UInt64) }.joined()
    }
}
