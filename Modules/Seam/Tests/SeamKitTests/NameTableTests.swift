import TestSupport
import Testing

@testable import SeamKit

@Suite("Names by number", .ownThread)
struct NameTableTests {
    @Test("A name has one number however often it is said, also after the table grew")
    func numbers() {
        var table = NameTable()
        let first = (0..<1000).map { table.index(of: "name\($0)") }
        let again = (0..<1000).map { table.index(of: "name\($0)") }
        #expect(first == again)
        #expect(first.map { table.names[Int($0)] } == (0..<1000).map { "name\($0)" })
    }

    @Test("The innermost meaning of a name wins, and ends with its scope")
    func scopes() {
        var names = ScopedNames()
        names.declare(3, as: 10)
        let scope = names.mark
        names.declare(3, as: 11)
        names.declare(5, as: 12)
        #expect(names[3] == 11)
        #expect(names[5] == 12)
        names.leave(scope)
        #expect(names[3] == 10)
        #expect(names[5] == nil)
    }

    @Test("A name of dollar signs is one name, and a projection is two")
    func dollars() {
        for (name, count) in [(String(repeating: "$", count: 1_000) + "a", 1), ("$a", 2), ("$", 1)] {
            var symbols = Symbols()
            _ = symbols.symbol(name)
            #expect(symbols.texts(of: symbols.symbols { _ in true }).count == count)
        }
    }

    @Test("Every byte is in the class that its character has")
    func classes() {
        let classes = ByteClasses()
        for byte in 0..<256 {
            let character = Character(UnicodeScalar(UInt8(byte)))
            let isName = byte >= 128 || character.isLetter || character == "_" || character == "$"
            #expect((classes[byte] == .letter) == isName, "\(byte)")
            #expect((classes[byte] == .digit) == (byte < 128 && character.isNumber), "\(byte)")
            #expect((classes[byte] == .bracket) == "()[]{}".contains(character), "\(byte)")
            #expect((classes[byte] == .space) == [0, 9, 11, 12, 13, 32].contains(byte), "\(byte)")
            #expect((classes[byte] == .newline) == (byte == 10), "\(byte)")
            #expect((classes[byte] == .quote) == (character == "\""), "\(byte)")
            #expect((classes[byte] == .slash) == (character == "/"), "\(byte)")
            #expect((classes[byte] == .pound) == (character == "#"), "\(byte)")
        }
    }
}
