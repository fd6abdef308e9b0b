import Testing

@testable import SeamKit

@Suite("What declarations say")
struct DeclarationTests {
    private func declarations(_ text: String) -> [Declaration] {
        SwiftDocument(path: "a.swift", text: text).allDeclarations
    }

    private func only(_ text: String) throws -> Declaration { try #require(declarations(text).first) }

    @Test("A declaration knows the types and the conditions around it")
    func context() throws {
        let all = declarations(
            """
            enum Shop {
                #if os(Linux)
                    struct `Type` { let a = 1 }
                #elseif DEBUG
                    struct Other {}
                #else
                    struct Last {}
                #endif
            }
            extension Shop.Deal { func f() { struct Inner {} } }
            """
        )
        #expect(all.map(\.name) == ["Shop", "Type", "a", "Other", "Last", "Shop.Deal", "f"])
        #expect(all.map(\.qualifiedName).suffix(6).first == "Shop.`Type`")
        #expect(all[2].outer == ["Shop", "`Type`"])
        #expect(all[2].conditions == ["os(Linux)"])
        #expect(all[3].conditions == ["!(os(Linux)) && (DEBUG)"])
        #expect(all[4].conditions == ["!(os(Linux)) && !(DEBUG)"])
        #expect(all[6].outer == ["Shop.Deal"])
        #expect(all[6].conditions == [])
        #expect(all.map(\.line) == [1, 3, 3, 5, 7, 10, 10])
    }

    @Test("Lines are counted for each kind of line break", arguments: ["\n", "\r\n", "\r"])
    func lines(separator: String) throws {
        let all = declarations(["let a = 1", "", "// b", "let b = 1"].joined(separator: separator))
        #expect(all.map(\.line) == [1, 4])
    }

    @Test("Access is that of the declaration, and the setter has its own")
    func access() throws {
        #expect(try only("public private(set) var a = 1").access == .public)
        #expect(try only("public private(set) var a = 1").setterAccess == .private)
        #expect(try only("private(set) var a = 1").access == nil)
        #expect(try only("class A {}").isStatic == false)
        #expect(declarations("class A { class func f() {} }")[1].isStatic)
        #expect(Declaration.Access.private < .open)
    }

    @Test("Isolation is a declared global actor, a name that looks like one, or none")
    func isolation() throws {
        let types = declarations("@globalActor actor Disk {} struct FakeActor {}")
        let actors = GlobalActors(types: types.filter(\.isConcreteType))
        func isolation(_ text: String) throws -> Declaration.Isolation? { try only(text).isolation(among: actors) }
        #expect(try isolation("@Disk func f() {}") == .actor("Disk"))
        #expect(try isolation("@MainActor func f() {}") == .actor("MainActor"))
        #expect(try isolation("@DatabaseActor func f() {}") == .actor("DatabaseActor"))
        #expect(try isolation("@FakeActor func f() {}") == nil)
        #expect(try isolation("@Published var a = 1") == nil)
        #expect(try isolation("@MainActor nonisolated func f() {}") == .nonisolated)
    }

    @Test("A function says its parameters, effects, result and generics")
    func function() throws {
        let f = try only(
            "func f<T: P & Q, each U>(of `class`: T, _ b: Int..., c: @escaping () -> Void = {}) async throws(E) -> [T]? where T.A == Int {}"
        )
        #expect(f.parameters.map(\.label) == ["of", nil, "c"])
        #expect(f.parameters.map(\.name) == ["class", "b", "c"])
        #expect(f.parameters.map(\.writtenNames) == ["of `class`", "_ b", "c"])
        #expect(f.parameters.map(\.isVariadic) == [false, true, false])
        #expect(f.parameters.map(\.hasDefault) == [false, false, true])
        #expect(f.parameters[2].type.hasAttribute("escaping"))
        #expect(f.effects.text == "async throws(E)")
        #expect(f.result?.text == "[T]?")
        #expect(f.genericParameters.map(\.isPack) == [false, true])
        #expect(f.genericParameters[0].bounds.map(\.text) == ["P", "Q"])
        #expect(f.genericsText() == "<T: P & Q, each U>")
        #expect(f.genericRequirements.map(\.text) == ["T.A == Int"])
    }

    @Test("A parameter of a subscript has a label only if it has two names")
    func subscriptLabels() throws {
        let all = declarations("struct A { subscript(a: Int, of b: Int) -> Int { a } }")
        #expect(all[1].parameters.map(\.label) == [nil, "of"])
    }

    @Test("A property says whether it is stored, and what computes it")
    func property() throws {
        #expect(try only("var a: Int { didSet {} }").bindings[0].isStored)
        #expect(try !only("var a: Int { 1 }").bindings[0].isStored)
        #expect(try !only("var a: Int { get { 1 } }").bindings[0].isStored)
        #expect(try only("var a: Bool { b.isEmpty }").bindings[0].computedValue == .member(.name("b"), "isEmpty"))
        #expect(try only("var a = 1, b: Int").bindings.map(\.name) == ["a", "b"])
        #expect(try only("var a: Int { get async throws }").accessors[0].effects.text == "async throws")
    }

    @Test("Inherited types are single types without attributes")
    func inherited() throws {
        let decl = try only("class A: @unchecked Sendable, P & Q, ~Copyable {}")
        #expect(decl.inherited.map(\.type.text) == ["Sendable", "P", "Q", "~Copyable"])
    }

    @Test("An import in an `#if` keeps its condition")
    func imports() {
        let document = SwiftDocument(
            path: "a.swift",
            text: """
                public import A
                @testable import B
                import struct C.D
                #if os(Linux)
                import E
                #endif
                #if DEBUG
                import F
                struct G {}
                #endif
                """
        )
        #expect(
            document.imports.map(\.text) == [
                "import A", "@testable import B", "import struct C.D", "#if os(Linux)\nimport E\n#endif",
                "#if DEBUG\nimport F\n#endif",
            ]
        )
    }
}
