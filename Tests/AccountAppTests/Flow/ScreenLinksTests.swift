import Domain
import DomainMocks
import Foundation
import Presentation
import TestSupport
import Testing

@testable import account

@Suite("Screens by link") @MainActor
struct ScreenLinksTests {
    private let session = session(of: SampleAccount.ada)

    private static func session(of person: UserID?) -> Session {
        let formats = Formats(locale: Locale(identifier: "en_GB"), timeZone: .gmt, wording: .english)
        return Session(.mock(), of: person, formats)
    }

    private func opened(
        _ link: String,
        in session: Session? = nil
    ) async throws -> [String: Any] {
        let session = session ?? self.session
        let flow = try session.flow(over: session.features, timeout: .seconds(60), isLogged: false)
        let document = try await session.open(link, in: flow).document
        return try #require(try JSONSerialization.jsonObject(with: document.bytes()) as? [String: Any])
    }

    private func items(_ link: String, _ list: String) async throws -> [[String: Any]] {
        let list = try #require(try await opened(link)[list] as? [String: Any])
        return try #require(list["items"] as? [[String: Any]])
    }

    @Test(
        "Each screen opens directly",
        arguments: [
            ("account://profile", "profile"), ("account://orders", "orders"), ("account://addresses", "addresses"),
            ("account://deals", "deals"), ("account://deal?id=D-2", "deal"), ("account://settings", "settings"),
            ("account://search?query=loom", "names"), ("account://reservations", "reservations"),
        ]
    )
    func screens(link: String, part: String) async throws {
        #expect(try await opened(link)[part] != nil)
    }

    @Test("Deals that are over are shown if the link asks for them")
    func allDeals() async throws {
        let current = try await items("account://deals", "deals").map { $0["id"] as? String }
        #expect(!current.contains("D-4"))
        #expect(try await items("account://deals?all=false", "deals").map { $0["id"] as? String } == current)
        #expect(try await items("account://deals?all=true", "deals").contains { $0["id"] as? String == "D-4" })
    }

    @Test("The deal that the link names is the one that is shown, also when it is over")
    func deal() async throws {
        let deal = try #require(try await opened("account://deal?id=D-4")["deal"] as? [String: Any])
        #expect((deal["item"] as? [String: Any])?["title"] as? String == "Spooky names")
    }

    @Test(
        "A link that says too little, too much or something else opens nothing",
        arguments: [
            "account://deal", "account://deal?id=D-1&all=true", "account://deals?all=maybe", "account://deals?all=",
            "account://deals?id=D-1", "account://settings?push=off", "account://settings/push?value=off",
            "account://sign-in?login=ada&password=analytical-engine", "account://sign-in?then=https://deals",
            "account://sign-in?then=account://reservations/cancel?id=1",
        ]
    )
    func refused(_ link: String) async {
        let failure = await #expect(throws: AccountFailure.self) { _ = try await opened(link) }
        #expect(failure?.status == .usage)
    }

    @Test("A deal that there is not is said so, and is no mistake of the link's", arguments: ["D-0", ""])
    func noDeal(_ id: String) async {
        let failure = await #expect(throws: AccountFailure.self) {
            _ = try await opened("account://deal?id=\(id)")
        }
        #expect(failure?.status == .notFound)
    }

    @Test("The table of links in docs/workspace/flow.md has all there are, and no other")
    func documented() throws {
        let root = URL(filePath: #filePath).appending(path: "../../../..").standardized
        let text = try String(contentsOf: root.appending(path: "docs/workspace/flow.md"), encoding: .utf8)
        let rows = text.components(separatedBy: "\n").filter {
            $0.hasPrefix("| `") && $0.components(separatedBy: "|").count == 5
        }
        func names(_ cells: ArraySlice<String>) -> [String] {
            cells.joined().matches(of: /`([a-z-]+)`/).map { String($0.1) }.filter { $0 != "true" && $0 != "false" }
        }
        var documented: [String: [String]] = [:]
        for row in rows {
            let cells = row.components(separatedBy: "|")
            documented[try #require(names(cells[1...1]).first)] = names(cells[2...3]).sorted()
        }
        var expected: [String: [String]] = [:]
        for feature in session.features.map({ $0.feature(in: session) }) {
            let parameters = feature.screens.map(\.parameters) + feature.commands.map(\.parameters)
            expected[feature.id.text] =
                (feature.screens.map(\.id.text) + feature.commands.map(\.name.text)
                + parameters.flatMap { $0.required + $0.optional }).sorted()
        }
        #expect(documented.filter { expected.keys.contains($0.key) } == expected)
    }

    @Test("Before anybody is signed in there is the sign-in alone")
    func nobody() async throws {
        let nobody = Self.session(of: nil)
        #expect(nobody.features.flatMap(\.screens).map(\.screen.id) == [.signIn])
        #expect(nobody.features.flatMap { $0.commands(nobody) }.isEmpty)
        let failure = await #expect(throws: AccountFailure.self) {
            _ = try await opened("account://settings", in: nobody)
        }
        #expect(failure?.status == .usage)
        for show in [nobody.profile, nobody.orders, nobody.addresses, nobody.settings] {
            let failure = await #expect(throws: AccountFailure.self) { _ = try await show() }
            #expect(failure == .signedOut)
        }
    }
}
