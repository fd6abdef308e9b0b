import Foundation
import TestSupport
import Testing

@testable import SeamKit

/// `seam map --diff`: what was added, removed, and only moved.
@Suite("Comparing maps", .ownThread)
struct MapDiffTests {
    private static let legacy =
        "public final class Legacy { public static let shared = Legacy(); public var n = 0; public func go() {} }"
    private static let cart =
        "import Core\nstruct Cart { func a() { Legacy.shared.n = 1 }; func b() { Legacy.shared.go() } }"

    private static func document(_ files: [String: String]) throws -> MapDocument {
        try #require(MapDocument(of: try Tree(files).map()))
    }

    private static func diff(_ old: [String: String], _ new: [String: String]) throws -> MapDiff {
        MapDiff(from: try document(old), to: try document(new))
    }

    @Test("Lines that shift change nothing")
    func shifted() throws {
        let diff = try Self.diff(
            ["Core/Legacy.swift": Self.legacy, "App/Cart.swift": Self.cart],
            ["Core/Legacy.swift": "\n\n" + Self.legacy, "App/Cart.swift": "// A comment.\n\n" + Self.cart]
        )
        #expect(diff.isEmpty)
        #expect(DiffReport().text(of: diff) == "No singleton and no use came, went or moved.\n")
    }

    @Test("Uses that came and went are listed, each once, with the line they have or had")
    func changed() throws {
        let diff = try Self.diff(
            ["Core/Legacy.swift": Self.legacy, "App/Cart.swift": Self.cart],
            [
                "Core/Legacy.swift": Self.legacy,
                "App/Cart.swift":
                    "import Core\n\nstruct Cart { func a() { Legacy.shared.n = 1; Legacy.shared.n = 2 } }",
                "App/New.swift": "final class New { static let shared = New(); var m = 0 }",
            ]
        )
        #expect(diff.newSingletons == ["App.New"] && diff.goneSingletons.isEmpty && diff.movedSingletons.isEmpty)
        #expect(diff.newUses.map { "\($0.line) \($0.kind) \($0.member)" } == ["3 write n"])
        #expect(diff.goneUses.map { "\($0.line) \($0.kind) \($0.member)" } == ["2 call go"])
        #expect(diff.movedUses.isEmpty)
        let text = DiffReport(width: 100).text(of: diff)
        #expect(text.hasPrefix("1 new singleton, 0 gone, 0 moved\n1 new use, 1 gone, 0 moved\n"))
        #expect(text.contains("Uses that are gone\n  App/Cart.swift:2  call Core.Legacy.go  in Cart.b"), "\(text)")
        let json = try JSONSerialization.jsonObject(with: Data(DiffReport().json(of: diff).utf8)) as? [String: Any]
        #expect(json?["format"] as? String == "seam-diff")
        #expect(((json?["uses"] as? [String: Any])?["new"] as? [Any])?.count == 1)
    }

    @Test("Code in another file, and a singleton in another module, have moved")
    func moved() throws {
        let diff = try Self.diff(
            ["Core/Legacy.swift": Self.legacy, "App/Cart.swift": Self.cart],
            [
                "Account/Legacy.swift": Self.legacy,
                "Shop/Basket.swift": Self.cart.replacing("import Core", with: "import Account"),
            ]
        )
        #expect(diff.movedSingletons == [.init(from: "Core.Legacy", to: "Account.Legacy", uses: 0)])
        #expect(diff.movedUses == [.init(from: "App/Cart.swift", to: "Shop/Basket.swift", uses: 2)])
        #expect(diff.newSingletons.isEmpty && diff.goneSingletons.isEmpty)
        #expect(diff.newUses.isEmpty && diff.goneUses.isEmpty)
    }

    @Test("Two singletons of one type are not guessed about")
    func ambiguous() throws {
        let diff = try Self.diff(
            ["Core/Legacy.swift": Self.legacy],
            ["A/Legacy.swift": Self.legacy, "B/Legacy.swift": Self.legacy]
        )
        #expect(diff.goneSingletons == ["Core.Legacy"])
        #expect(diff.newSingletons == ["A.Legacy", "B.Legacy"])
        #expect(diff.movedSingletons.isEmpty)
    }

    @Test(
        "What is no map, or one of another version, is refused",
        arguments: ["", "{}", "[]", "{\"format\":\"seam-map\"}"]
    )
    func strange(json: String) throws {
        #expect(MapDocument(json: Array(json.utf8)) == nil)
        let map = JSONReport().text(of: CodeMap())
        #expect(MapDocument(json: Array(map.utf8)) != nil)
        let other = map.replacing("\"version\" : \(JSONReport.version)", with: "\"version\" : 99")
        #expect(MapDocument(json: Array(other.utf8)) == nil)
    }
}
