import AccountSandbox
import Testing

@Suite("Reading a fault from KIND[:RATE][@METHOD PATH]")
struct FaultParsingTests {
    @Test("Every kind is read by its name", arguments: SandboxFault.Kind.allCases)
    func everyKind(kind: SandboxFault.Kind) throws {
        #expect(try SandboxFault(kind.rawValue) == SandboxFault(kind))
        #expect(try SandboxFault(kind.rawValue + ":0.25") == SandboxFault(kind, rate: 0.25))
    }

    @Test("Names are small letters and hyphens", arguments: SandboxFault.Kind.allCases)
    func kebabCase(kind: SandboxFault.Kind) {
        #expect(kind.rawValue.allSatisfy { $0 == "-" || ("a"..."z").contains($0) })
    }

    @Test("An unknown kind is refused with the kinds there are", arguments: ["", "Drop", "dorp", ":1", " drop", "💥"])
    func unknownKind(text: String) throws {
        let error = try #require(throws: SandboxFault.ParseError.self) { try SandboxFault(text) }

        for kind in SandboxFault.Kind.allCases { #expect("\(error)".contains(kind.rawValue)) }
    }

    @Test(
        "A rate that is no number from 0 to 1 is refused",
        arguments: ["drop:", "drop:x", "drop:1.1", "drop:-0.1", "drop:nan", "drop:inf", "drop:0.5:1", "drop: 1"]
    )
    func badRate(text: String) {
        #expect(throws: SandboxFault.ParseError.badRate(String(text.dropFirst(5)))) { try SandboxFault(text) }
    }

    @Test(
        "A target is a method and a path",
        arguments: [
            ("drop@PUT /settings", SandboxFault(.drop, on: .init("PUT", "/settings"))),
            ("cut:0.25@GET /users/a@b/", SandboxFault(.cut, rate: 0.25, on: .init("GET", "/users/a@b/"))),
        ]
    )
    func target(text: String, expected: SandboxFault) throws {
        #expect(try SandboxFault(text) == expected)
    }

    @Test("A target that is no request is refused", arguments: ["", "PUT", "/settings", "put /x", "PUT x", "PUT /x y"])
    func badTarget(text: String) {
        #expect(throws: SandboxFault.ParseError.badTarget(text)) { try SandboxFault("drop@" + text) }
    }

    @Test("A rate from code is brought into 0...1", arguments: zip([-1, 2, .nan, 0.5], [0, 1, 0, 0.5]))
    func clamped(rate: Double, expected: Double) {
        #expect(SandboxFault(.drop, rate: rate).rate == expected)
    }
}
