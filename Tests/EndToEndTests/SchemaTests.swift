import Foundation
import Testing

@Suite("The JSON document")
struct SchemaTests {
    /// The commands that show a screen.
    private static let screens = [
        "profile",
        "orders",
        "addresses",
        "deals",
        "settings",
        "sync",
    ]

    @Test(
        "Real and mock modules print documents of one schema",
        arguments: screens,
        ["real", "mock"]
    )
    func oneSchema(command: String, modules: String) async throws {
        try await withFolder { folder in
            let account = AccountProcess(state: folder)
            for user in ["ada", "grace", "nobody"] {
                let document = try await account(command, "--modules", modules, "--user", user, "--format", "json").json
                #expect(try AccountSchema.violations(of: document) == [])
            }
        }
    }

    @Test(
        "Real and mock modules fill the same places of it",
        arguments: screens
    )
    func samePlaces(command: String) async throws {
        try await withFolder { folder in
            let account = AccountProcess(state: folder)
            let real = try await account(command, "--format", "json").json
            let mock = try await account(command, "--modules", "mock", "--format", "json").json
            #expect(places(in: real) == places(in: mock))
        }
    }

    @Test("A document that is not as the schema says is found out")
    func canFail() throws {
        #expect(try AccountSchema.violations(of: ["user": 3]) != [])
        #expect(try AccountSchema.violations(of: ["user": "ada", "surprise": "x"]) != [])
        #expect(try AccountSchema.violations(of: ["problem": ["key": "x", "text": "y", "recovery": "pray"]]) != [])
        #expect(try AccountSchema.violations(of: ["problem": ["key": "x", "text": "y", "recovery": "retry"]]) == [])
    }

    @Test("Usage errors are a document too")
    func usage() async throws {
        try await withFolder { folder in
            let shown = try await AccountProcess(state: folder)("orders", "--bogus", "--format", "json")
            #expect(shown.code == 64)
            let document = try shown.json
            #expect(try AccountSchema.violations(of: document) == [])
            #expect(shown.error.contains("--bogus"))
        }
    }

    /// Returns the paths at which a document has a value, without list positions.
    private func places(in value: Any, at path: String = "") -> Set<String> {
        switch value {
        case let object as [String: Any]:
            object.reduce(into: [path]) { $0.formUnion(places(in: $1.value, at: path + "." + $1.key)) }
        case let list as [Any]:
            list.reduce(into: [path]) { $0.formUnion(places(in: $1, at: path + "[]")) }
        default:
            [path]
        }
    }
}
