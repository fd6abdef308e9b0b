import Testing

@testable import SeamKit

@Suite("Types as structures")
struct TypeStructureTests {
    private func type(_ text: String) throws -> TypeStructure {
        let document = SwiftDocument(path: "a.swift", text: "typealias A = \(text)")
        #expect(document.problem == nil)
        return try #require(document.declarations.first?.aliased)
    }

    @Test(
        "A type is written as it was read",
        arguments: [
            "Int", "Shop.Deal", "Shop<Int>.Deal<[String: Int]>", "Int?", "[Int?]!", "[String: [Int]]", "()",
            "(a: Int, b: [String])", "() -> Void", "(Int, inout String) async throws(Failure) -> (Int) -> Bool",
            "@Sendable @escaping (Int...) -> Void", "any P", "some P & Q", "(any P)?", "any P.Type", "(any P).Type",
            "any (P & Q).Type", "(() -> Void)?", "T.Protocol", "~Copyable", "(repeat each T)", "borrowing T",
            "inout sending T", "@isolated(any) () -> Void", "@convention(c) (Int) -> Void", "P & AnyObject",
            "(@MainActor () -> Void)?", "`Type`.Deal", "InlineArray<3, Int>", "[any P]",
        ]
    )
    func written(text: String) throws {
        #expect(try type(text).text == text)
    }

    @Test(
        "Types that mean the same are equal",
        arguments: [
            ("Int?", "Optional<Int>"), ("Int?", "Swift.Optional<Swift.Int>"), ("Int!", "Int?"), ("[Int]", "Array<Int>"),
            ("[String:Int]", "Dictionary<String, Int>"), ("Void", "()"), ("Swift.Void", "()"), ("(Int)", "Int"),
            ("Date", "Foundation.Date"), ("[Int?]", "Array<Optional<Int>>"),
            ("(Date) -> Void", "(Foundation.Date) -> ()"),
            ("`Deal`", "Deal"), ("Shop.Deal<Int?>", "Shop.Deal<Optional<Int>>"), ("any (P & Q)", "any P & Q"),
        ]
    )
    func equal(left: String, right: String) throws {
        #expect(try type(left) == type(right))
        #expect(try type(left).hashValue == type(right).hashValue)
    }

    @Test(
        "Types that differ are not equal",
        arguments: [
            ("Int?", "Int"), ("A.State", "B.State"), ("any P.Type", "(any P).Type"),
            ("(Int) -> Void", "(Int) async -> Void"),
            ("any P", "some P"), ("(Int, Int)", "Int"), ("Shop.Optional<Int>", "Int?"),
            ("@Sendable () -> Void", "() -> Void"),
        ]
    )
    func different(left: String, right: String) throws {
        #expect(try type(left) != type(right))
    }

    @Test("What stands for a name stands for it wherever the name has nothing before it")
    func replacing() throws {
        let type = try type("(T?, Shop.T, [T: (any P<T>).Type]) throws(T) -> T.Element")
        let other = type.replacing { $0.simpleName == "T" ? .existential(TypeStructure(named: "Q")) : nil }
        #expect(other.text == "((any Q)?, Shop.T, [any Q: (any P<any Q>).Type]) throws(any Q) -> (any Q).Element")
        #expect(type.mentions(["T"]))
        #expect(!type.mentions(["Element"]))
    }

    @Test("Optionals, arrays and dictionaries are recognized with and without sugar")
    func parts() throws {
        #expect(try type("Optional<Int>").wrapped?.text == "Int")
        #expect(try type("Shop.Optional<Int>").wrapped == nil)
        #expect(try type("Swift.Array<Int>").element?.text == "Int")
        #expect(try type("Dictionary<String, Int>").keyAndValue?.value.text == "Int")
        #expect(try type("A.B").fullName == "A.B")
        #expect(try type("A<Int>.B<Int>").fullName == "A.B")
    }
}
