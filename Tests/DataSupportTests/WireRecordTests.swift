import DataSupport
import Domain
import Foundation
import Testing

@Suite("Reading records")
struct WireRecordTests {
    private static func read<Value>(
        _ text: String,
        _ body: (WireRecord) throws(Unreadable) -> Value
    ) -> Result<Value, Unreadable> {
        do throws(Unreadable) {
            return .success(try readJSON(Data(text.utf8), body))
        } catch {
            return .failure(error)
        }
    }

    private static func path<Value>(_ result: Result<Value, Unreadable>) -> String? {
        if case .failure(let error) = result { error.fields.map(\.description).joined(separator: " ") } else { nil }
    }

    @Test(
        "A field that is missing or of another type is an error with Domain's name for it",
        arguments: ["{}", #"{"a_b":7}"#]
    )
    func missing(text: String) {
        let result = Self.read(text) { record throws(Unreadable) in try record.text("a_b", as: "aB") }
        #expect(Self.path(result) == "aB")
    }

    @Test(
        "Bytes that are no object from the first to the last are unreadable as a whole",
        arguments: ["", "7", "[]", "{", "{}x"]
    )
    func whole(text: String) {
        #expect(Self.path(Self.read(text) { _ throws(Unreadable) in 0 }) == "")
    }

    @Test("A reader of fields goes on after one that can't be read, and reports each field once")
    func everyField() {
        let result = Self.read(#"{"b":1,"c":true}"#) { record throws(Unreadable) -> Int in
            var fields = FieldReader()
            let a = fields.read(try record.text("a"))
            let b = fields.read(try record.int("b"))
            let c = fields.read(try record.text("c"))
            let again = fields.read(try record.record("a") { record throws(Unreadable) in try record.text("d") })
            guard let a, let b, let c, let again else { throw fields.failure }
            return a.count + b + c.count + again.count
        }
        #expect(Self.path(result) == "a c")
    }

    @Test(
        "A field is there unless it, or a record on the way to it, is missing or null",
        arguments: [
            ("{}", false), (#"{"a":null}"#, false), (#"{"a":{}}"#, false), (#"{"a":{"b":null}}"#, false),
            (#"{"a":{"b":0}}"#, true), (#"{"a":7}"#, true),
        ]
    )
    func has(_ row: (text: String, isThere: Bool)) throws {
        #expect(try Self.read(row.text) { record throws(Unreadable) in record.has("a", "b") }.get() == row.isThere)
    }

    @Test(
        "A whole number is one, however large or written",
        arguments: [
            ("7", 7), ("-0", 0), ("7.0", 7), ("7e2", 700), ("9007199254740993", 9_007_199_254_740_993),
            ("9223372036854775807", Int.max), ("7.5", nil), ("10000000000000000.5", nil), ("9223372036854775808", nil),
            ("1e400", nil), ("0.99999999999999999999", nil), ("\"7\"", nil), ("true", nil), ("null", nil),
        ] as [(String, Int?)]
    )
    func whole(_ row: (text: String, number: Int?)) {
        let result = Self.read(#"{"a":\#(row.text)}"#) { record throws(Unreadable) in try record.int("a") }
        #expect((try? result.get()) == row.number)
    }

    @Test("The first of repeated names counts")
    func repeatedNames() throws {
        let text = #"{"a":"first","b":{"c":"1","c":"2"},"a":"second"}"#
        let read = Self.read(text) { record throws(Unreadable) in
            try record.text("a") + record.record("b") { inner throws(Unreadable) in try inner.text("c") }
        }
        #expect(try read.get() == "first1")
    }

    @Test("Texts of a list that have no value are reported by their places")
    func values() {
        let result = Self.read(#"{"days":["2026-01-01","x","2026-02-30"]}"#) { record throws(Unreadable) in
            try record.values("days") { CalendarDay($0) }
        }
        #expect(Self.path(result) == "days[1] days[2]")
    }

    @Test("Fields in records of a list are reported by their places")
    func nested() {
        let text = #"{"lines":[{"name":"a"},{"name":7},8]}"#
        let result = Self.read(text) { record throws(Unreadable) in
            try record.records("lines") { line throws(Unreadable) in try line.text("name") }
        }
        #expect(Self.path(result) == "lines[1].name lines[2]")
    }

    @Test("A lenient list leaves out what can't be read, what is no record and what comes twice", arguments: [1, 2])
    func lenient(pages: Int) throws {
        let page = #"{"things":[{"id":"a"},7,null,{"id":7},{"id":"a"},{"id":"b"}]}"#
        var list = LenientList<String, String>("things", by: \.self, called: "id")
        for _ in 0..<pages {
            _ = try Self.read(page) { record throws(Unreadable) in
                try list.append(from: record) { thing throws(Unreadable) in try thing.text("id") }
            }.get()
        }
        #expect(list.values == ["a", "b"])
        let first = ["things[1]", "things[2]", "things[3].id", "things[4].id"]
        // The same records as on the first page are no finding: a list that grows moves them.
        let second = ["things[7]", "things[8]", "things[9].id"]
        #expect(list.unreadable.map(\.description) == first + (pages == 2 ? second : []))
    }

    @Test("What may be missing is nil where it is null or missing, and an error where it is something else")
    func optional() {
        func read(_ text: String) -> Result<String?, Unreadable> {
            Self.read(text) { record throws(Unreadable) in try record.optionalText("a") }
        }
        #expect(read("{}") == .success(nil))
        #expect(read(#"{"a":null}"#) == .success(nil))
        #expect(read(#"{"a":"b"}"#) == .success("b"))
        #expect(read(#"{"a":7}"#) == .failure(Unreadable("a")))
    }
}
