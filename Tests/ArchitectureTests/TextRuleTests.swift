import Testing

@Suite("The rules held by text")
struct TextRuleTests {
    private func conformances(_ text: String) -> [String] {
        ConformanceRule.violations(
            manifest: .sample(),
            files: [Code(path: "Modules/Domain/Sources/Domain/A.swift", text: text)]
        )
        .map(\.description)
    }

    @Test(
        "A foreign conformance is refused, with file and line",
        arguments: [
            "\nextension String: Error {}", "\nextension Foundation.Date: Identifiable {}",
            "struct Own {}\nextension Array: Codable where Element == Own {}",
            "protocol Own {}\nextension Int: Own, Identifiable {}",
            "\nextension Result<Int, Never>: @unchecked Sendable {}",
            "\nextension URL: @retroactive Identifiable {}",
        ]
    )
    func foreign(text: String) throws {
        let violations = conformances(text)
        #expect(!violations.isEmpty)
        #expect(violations.allSatisfy { $0.hasPrefix("Modules/Domain/Sources/Domain/A.swift:2: ") })
    }

    @Test(
        "A conformance with one side of the module's own passes",
        arguments: [
            "struct Own {}\nextension Own: Error, @unchecked Sendable {}", "protocol Own {}\nextension Int: Own {}",
            "struct Own { enum Inner {} }\nextension Own.Inner: Error {}", "extension String { var a: Int { 1 } }",
            "// extension String: Error {}", "extension Array where Element: Hashable {}",
        ]
    )
    func own(text: String) {
        #expect(conformances(text) == [])
    }

    @Test("The hand-over conformances of the app pass")
    func app() {
        let file = Code(path: "App/Account/A.swift", text: "extension LegacyOrders: FetchUserOrder {}")
        #expect(ConformanceRule.violations(manifest: .sample(), files: [file]).isEmpty)
    }

    private let factory = Code(
        path: SingletonRule.home + "Factory.swift",
        text: "import LegacyAccount\nlet fetch = AccountService.shared.fetchData\n"
    )

    @Test(
        "A second mention of the singleton is refused, with file and line",
        arguments: [
            (SingletonRule.home + "Other.swift", "\n_ = AccountService.shared"),
            (SingletonRule.home + "Other.swift", "\n_ = AccountService\n    .shared"),
            (SingletonRule.home + "Other.swift", "import LegacyAccount\nlet a: AccountService = .shared"),
            ("App/Account/Main.swift", "\nprint(\"\\(AccountService.shared)\")"),
            ("Tests/LegacyDataTests/A.swift", "\n_ = AccountService.shared"),
        ]
    )
    func secondMention(path: String, text: String) throws {
        let violations = SingletonRule.violations(files: [factory, Code(path: path, text: text)])
        #expect(violations.map(\.path) == [path])
        #expect(try #require(violations.first).line >= 2)
    }

    @Test(
        "Comments, strings, the legacy code and its tests may name it",
        arguments: [
            ("App/Account/Main.swift", "// AccountService.shared\nlet a = \"AccountService.shared\""),
            ("App/Account/Main.swift", "import LegacyAccount\n_ = URLSession.shared"),
            ("Modules/LegacyAccount/Sources/LegacyAccount/A.swift", "_ = AccountService.shared"),
            ("Tests/LegacyAccountTests/A.swift", "_ = AccountService.shared"),
        ]
    )
    func otherMentions(path: String, text: String) {
        let files = [factory, Code(path: path, text: text)]
        #expect(SingletonRule.violations(files: files).isEmpty)
        #expect(SingletonRule.mentions(in: files).count == 1)
    }

    @Test(
        "A type named after its making is refused, with file and line",
        arguments: ["OrderManager", "FetchUserOrderImpl", "ViewHelper", "DateUtils", "BaseViewModel"]
    )
    func hollowName(name: String) {
        let file = Code(path: "App/Account/A.swift", text: "let a = 1\nfinal class \(name) {}")
        #expect(TypeNames.violations(files: [file]).map { "\($0.path):\($0.line)" } == ["App/Account/A.swift:2"])
    }

    @Test(
        "Names of roles, and types only used, pass",
        arguments: ["struct Database {}", "extension FileManager {}", "class func make() {}", "enum Baseline {}"]
    )
    func goodName(text: String) {
        #expect(TypeNames.violations(files: [Code(path: "App/Account/A.swift", text: text)]).isEmpty)
    }

    @Test(
        "An implementation that is imported outside the composition is refused, with file and line",
        arguments: CompositionRule.implementations.sorted()
    )
    func composition(module: String) {
        let code = "import Domain\nimport \(module)\n"
        let planted = Code(path: "App/Account/Orders/Planted.swift", text: code)
        let violations = CompositionRule.violations(files: [planted])
        #expect(violations.map(\.path) == ["App/Account/Orders/Planted.swift"])
        #expect(violations.map(\.line) == [2])
        #expect(violations.first?.message.contains("'\(module)'") == true)

        let home = Code(path: CompositionRule.home + "Planted.swift", text: code)
        let test = Code(path: "Tests/AccountAppTests/Planted.swift", text: code)
        #expect(CompositionRule.violations(files: [home, test]).isEmpty)
    }

    @Test(
        "A client that is created elsewhere is refused, with file and line",
        arguments: [
            "let a = URLSession.shared", "let a = URLSession(configuration: .default)",
            "let a: any HTTPTransport = URLSessionTransport(deadline: d, largestBody: 1, clock: c)",
            "let a = HTTPClient()", "let a = IsolatedTransport(path, [:], deadline: d, largestBody: 1)",
        ]
    )
    func connection(text: String) {
        let planted = Code(path: "App/Account/Orders/Planted.swift", text: "\n" + text)
        #expect(ConnectionRule.violations(files: [planted]).map(\.line) == [2])
        let test = Code(path: "Tests/AccountAppTests/Planted.swift", text: text)
        #expect(ConnectionRule.violations(files: [test]).isEmpty)
    }

    @Test(
        "A function or file that is too long is refused, with its line",
        arguments: [
            ("func long(\n    _ a: Int\n) {", 59, 2), ("var long: Int {", 60, 2), ("init?() {", 60, 2),
            ("func long<A>() -> [A] where A: Error {", 60, 2), ("", 400, 1),
        ]
    )
    func tooLong(_ start: String, _ lines: Int, _ line: Int) {
        let body = String(repeating: "    print()\n", count: lines)
        let text = start.isEmpty ? body + "a\n" : "\n\(start)\n\(body)}\n"
        let violations = SizeRule.violations(files: [Code(path: "App/Account/A.swift", text: text)])
        #expect(violations.map(\.line) == [line])
    }

    @Test(
        "A function of 60 lines passes, and so do declarations without a body and initial values",
        arguments: ["func short() {", "protocol P { func a()\nfunc b() }\nstruct S {", "let a = [", "var a = {"]
    )
    func shortEnough(_ start: String) {
        let count = start.hasPrefix("func") ? 58 : 80
        let text = start + "\n" + String(repeating: "    print()\n", count: count) + "}\n"
        #expect(SizeRule.violations(files: [Code(path: "App/Account/A.swift", text: text)]).isEmpty)
    }

    private func promises(_ rows: String) -> [String] {
        let file = Code(path: "Tests/SpyTests/WireTests.swift", text: "struct WireTests { func cut() {} }")
        return PromiseRule.violations(text: "| Input | Tests |\n| --- | --- |\n\(rows)", files: [file]).map(
            \.description
        )
    }

    @Test("A promise whose test is gone, or that names none, is refused with its line")
    func promised() {
        #expect(promises("| A | `GoneTests` |") == ["docs/security.md:3: there is no test 'GoneTests'"])
        #expect(promises("| A | `WireTests.gone` |") == ["docs/security.md:3: there is no test 'WireTests.gone'"])
        #expect(promises("| A | the first table |") == ["docs/security.md:3: this promise names no test"])
        #expect(promises("| A | `WireTests`, `WireTests.cut`, `SpyTests` |\n| B | – |\n\n| C | D |") == [])
    }
}
