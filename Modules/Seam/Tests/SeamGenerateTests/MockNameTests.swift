import Foundation
import SeamGenerate
import SeamKit
import Testing

/// A recorder is named by the labels and types of its requirement, whatever stands around that.
@Suite("Names of recorders")
struct MockNameTests {
    /// Returns the type of what each recorder recorded, by the name of the recorder.
    private func recorders(_ requirements: [String]) throws -> [String: String] {
        let text = "protocol P {\n\(requirements.joined(separator: "\n"))\n}"
        let output = Mocks.write([SwiftDocument(path: "a.swift", text: text)], format: CodeFormat(lineLength: 1000))
        #expect(output.problems.map(\.message) == [])
        let fake = try #require(output.files.first { $0.path == "MockP.swift" }).text
        let found = fake.matches(of: /(?:let|var) (\w+)Calls(?: =|:) CallRecorder<(.*), \w+Handler>/)
        return Dictionary(found.map { (String($0.output.1), String($0.output.2)) }) { "\($0), \($1)" }
    }

    private static let overloads = [
        "func f(x: Int)", "func f(x: String)", "func f(x: [Int])", "func f(x: Int?)", "func f(_ x: Int, y: Bool)",
        "func f(x: Int) async", "func f(x: Int) throws -> Int", "func f(x: (Int) -> Void)", "func f(x: any Error)",
    ]

    @Test("Swapped overloads keep their names")
    func swapped() throws {
        let names = try recorders(Self.overloads)
        #expect(names.count >= Self.overloads.count)
        #expect(try recorders(Self.overloads.reversed()) == names)
        #expect(names["fXString"] == "String" && names["fXArrayInt"] == "[Int]" && names["fXIntAsync"] == "Int")
    }

    @Test("A requirement keeps its full name when an overload is put in front of it")
    func inFront() throws {
        for overload in Self.overloads.dropFirst() {
            let alone = try recorders([overload])
            let full = try #require(alone.keys.filter { $0 != "f" }.first)
            for other in ["func f()", "func f(x: Int) -> Bool", "func f(y: Set<Int>) -> Bool"] {
                #expect(try recorders([other, overload])[full] == alone[full], "\(overload) after \(other)")
            }
        }
    }

    @Test("A third overload changes no name of the other two")
    func third() throws {
        let two = try recorders(["func f(x: Int)", "func f(x: String)"])
        let three = try recorders(["func f(x: Bool)", "func f(x: Int)", "func f(x: String)"])
        #expect(two.keys.sorted() == ["fXInt", "fXString"])
        #expect(three.filter { two.keys.contains($0.key) } == two)
    }

    @Test(
        "Overloads that differ in the constraints of generics, or subscripts in their type, are named by those",
        arguments: [
            ["func f<T: Equatable>(x: T)", "func f<T: Error>(x: T)", "func f<T>(x: T)", "func f<T: Comparable>(x: T)"],
            [
                "subscript(i: Int) -> String? { get }", "subscript(i: Int) -> Int? { get }",
                "subscript(i: Int) -> Bool? { get }",
            ],
        ]
    )
    func constraints(requirements: [String]) throws {
        let all = try recorders(requirements)
        #expect(try recorders(requirements.reversed()) == all)
        // One more changes none of the others.
        let fewer = try recorders(Array(requirements.dropLast()))
        #expect(
            fewer.count == requirements.count - 1 && fewer.allSatisfy { all[$0.key] == $0.value },
            "\(fewer) \(all)"
        )
        #expect(all.keys.allSatisfy { !$0.contains { $0.isNumber } }, "\(all)")
    }

    @Test("A constraint has one name, in angle brackets or behind where")
    func clauses() throws {
        let other = "func f<T, U>(_ x: T, _ y: U)"
        let brackets = try recorders(["func f<T: Error, U: Equatable>(_ x: T, _ y: U)", other])
        let clause = try recorders(["func f<T, U>(_ x: T, _ y: U) where U: Equatable, T: Error", other])
        #expect(brackets == clause && brackets.keys.contains("fTUWhereTErrorAndUEquatable"), "\(brackets)")
    }

    @Test("The type of a handler hides no type that the protocol uses")
    func handlers() throws {
        let text = "struct PayHandler {}; protocol P { func pay(_ handler: PayHandler); func list() }"
        let fake = Mocks.write([SwiftDocument(path: "a.swift", text: text)]).files.map(\.text).joined()
        #expect(fake.contains("typealias PayCallHandler = (PayHandler) -> Void"))
        #expect(fake.contains("typealias ListHandler = () -> Void"))
    }

    @Test("While a name isn't overloaded, the short name stands for the full one")
    func short() throws {
        #expect(
            try recorders(["func pay(_ amount: Int, for order: String) -> Int?"]) == [
                "pay": "(amount: Int, order: String)",
                "payIntForStringToOptionalInt": "(amount: Int, order: String)",
            ]
        )
        #expect(try recorders(["func reset()"]) == ["reset": "Void"])
    }

    @Test("Types that mean the same have one name, whatever sugar they are written with")
    func sugar() throws {
        let sugared = try recorders(["func f(_ a: [Int?])", "func f(_ a: [String: Int])"])
        let plain = try recorders(["func f(_ a: Array<Optional<Int>>)", "func f(_ a: Dictionary<String, Int>)"])
        #expect(sugared.keys.sorted() == plain.keys.sorted())
    }

    @Test("Requirements in different branches of an `#if` have the names that each has alone")
    func branches() throws {
        let names = try recorders(["#if os(Linux)", "func f(x: Int)", "#else", "func f(x: String)", "#endif"])
        #expect(names.keys.sorted() == ["f", "fXInt", "fXString"].sorted())
    }
}
