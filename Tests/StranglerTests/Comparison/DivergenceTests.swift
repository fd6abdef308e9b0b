import Foundation
import Testing

@testable import Strangler

private struct Order: Equatable, Sendable {
    var number = "A1"
    var lines = [Line()]
    var placed = Date(timeIntervalSince1970: 0)
    var status = Status.shipped
    var note: String?
    var tags: Set<String> = []
    var prices: [String: Int] = [:]
}

private struct Line: Equatable, Sendable {
    var name = "a.example"
    var total = Decimal(10)
}

private enum Status: Equatable, Sendable {
    case shipped
    case open
    case unknown(String)
}

/// A class that isn't `Equatable`: only its parts can be compared.
private class Shape: @unchecked Sendable {
    // Immutable, so that sharing is safe.
    let sides: Int
    init(sides: Int) { self.sides = sides }
}

private final class Named: Shape, @unchecked Sendable {
    let name: String
    let action: @Sendable () -> Void = {}
    init(sides: Int, name: String) {
        self.name = name
        super.init(sides: sides)
    }
}

@Suite("The first difference")
struct DivergenceTests {
    private static func order(_ change: (inout Order) -> Void) -> Order {
        var order = Order()
        change(&order)
        return order
    }

    private func record(_ control: some Sendable, _ candidate: some Sendable, _ redactor: Redactor = .unredacted)
        -> Difference?
    {
        Divergence.first(control: control as Any, candidate: candidate as Any)?.difference(.values, by: redactor)
    }

    private func difference(_ path: String, _ control: String, _ candidate: String) -> Difference {
        Difference(kind: .values, path: path, control: .text(control), candidate: .text(candidate))
    }

    @Test("Is named by the path to it, and by both values")
    func paths() {
        let plain = Order()
        #expect(record(plain, plain) == nil)
        #expect(record(1, 2) == difference("self", "1", "2"))
        #expect(record(plain, Self.order { $0.number = "A2" }) == difference("number", "A1", "A2"))
        #expect(record(plain, Self.order { $0.lines[0].total = 11 }) == difference("lines[0].total", "10", "11"))
        #expect(record([plain, plain], [plain, Self.order { $0.number = "A2" }])?.path == "[1].number")
        #expect(record(plain, Self.order { $0.lines = [] }) == difference("lines.count", "1", "0"))
        #expect(record(plain, Self.order { $0.placed += 1 })?.path == "placed")
        #expect(record((1, b: 2), (1, b: 3)) == difference("b", "2", "3"))
    }

    @Test("Goes by the order of declaration where there are several")
    func first() {
        let other = Self.order {
            $0.note = "x"
            $0.lines[0].name = "b.example"
        }
        #expect(record(Order(), other)?.path == "lines[0].name")
    }

    @Test("Finds optionals, cases and their payloads")
    func enums() {
        let plain = Order()
        #expect(record(plain, Self.order { $0.note = "x" }) == difference("note", "nil", "x"))
        #expect(record(Int?.none, Int?.some(1)) == difference("self", "nil", "1"))
        #expect(record(Int?.none, Int?.none) == nil)
        #expect(record(plain, Self.order { $0.status = .open }) == difference("status", "shipped", "open"))
        #expect(
            record(Self.order { $0.status = .unknown("a") }, Self.order { $0.status = .unknown("b") })
                == difference("status.unknown", "a", "b")
        )
        #expect(record(plain, Self.order { $0.status = .unknown("a") })?.path == "status")
    }

    @Test("Finds keys and members in an order that is the same each time")
    func unordered() {
        let control = Self.order { $0.prices = ["b": 1, "a": 1, "c": 1] }
        let candidate = Self.order { $0.prices = ["b": 2, "a": 2, "c": 1] }
        #expect(record(control, candidate) == difference("prices[a]", "1", "2"))
        #expect(
            record(Self.order { $0.prices = ["a": 1] }, Self.order { $0.prices = ["b": 1] })
                == difference("prices[a]", "1", "nil")
        )
        #expect(
            record(Self.order { $0.tags = ["b", "a"] }, Self.order { $0.tags = ["d", "c"] })
                == difference("tags[a]", "a", "nil")
        )
    }

    @Test("Takes apart what has no ==, also what it inherits, and takes closures to be the same")
    func classes() {
        #expect(record(Named(sides: 3, name: "a"), Named(sides: 3, name: "a")) == nil)
        #expect(record(Named(sides: 3, name: "a"), Named(sides: 4, name: "b")) == difference("sides", "3", "4"))
        #expect(record(Named(sides: 3, name: "a"), Named(sides: 3, name: "b")) == difference("name", "a", "b"))
    }

    @Test("Of two types is a difference at that place")
    func types() {
        #expect(record(1, "1") == difference("self", "1", "1"))
    }

    @Test("Shows a key only as the redactor writes it, and nothing at all if the redactor throws for it")
    func keys() {
        let control = ["anna@mail.example": 1]
        let candidate = ["anna@mail.example": 2]
        #expect(record(control, candidate, .withholding) == Difference(kind: .values, path: "[…]"))
        let failing = Redactor { path, value in
            if path.hasSuffix("[key]") { throw Thrown() }
            return "\(value)"
        }
        #expect(
            record(control, candidate, failing)
                == Difference(kind: .values, control: .redactionFailed, candidate: .redactionFailed)
        )
    }

    @Test("Is recorded in at most 500 characters a side")
    func length() {
        let found = record(String(repeating: "a", count: 501), String(repeating: "b", count: 500))
        #expect(found?.control == .text(String(repeating: "a", count: 499) + "…"))
        #expect(found?.candidate == .text(String(repeating: "b", count: 500)))
    }
}
