import Foundation
import Testing

@testable import SeamGenerate

/// Lines that are broken as `swift format` leaves them.
@Suite("Breaking long lines")
struct LineBreaksTests {
    private static let rows = [
        """
        func deliver(_ parcel: Parcel, to address: Address) async throws(Failure) -> Receipt {
        -
        func deliver(
            _ parcel: Parcel,
            to address: Address
        ) async throws(Failure) -> Receipt {
        """,
        """
        func merge<First: Sequence, Second>(_ first: First) where First.Element == Second {
        -
        func merge<First: Sequence, Second>(_ first: First)
        where First.Element == Second {
        """,
        """
        final class MockPairs<Left>: Pairs where Left.Element: Equatable, Left.Remainder == Left.Element {
        -
        final class MockPairs<Left>: Pairs
        where
            Left.Element: Equatable,
            Left.Remainder == Left.Element
        {
        """,
        """
        struct OrderRecord: FetchableRecord, PersistableRecord, Equatable {
        -
        struct OrderRecord: FetchableRecord,
            PersistableRecord,
            Equatable
        {
        """,
        """
        typealias DeliverHandler = @Sendable (Parcel, Address) async throws(Failure) -> Receipt
        -
        typealias DeliverHandler =
            @Sendable (
                Parcel,
                Address
            ) async throws(Failure) -> Receipt
        """,
        """
        let deliverCalls: CallRecorder<(parcel: Parcel, address: Address), DeliverHandler>
        -
        let deliverCalls:
            CallRecorder<
                (parcel: Parcel, address: Address),
                DeliverHandler
            >
        """,
        """
        let deliverCalls = CallRecorder<(parcel: Parcel, to: Address), DeliverHandler> { _, _ in }
        -
        let deliverCalls = CallRecorder<
            (parcel: Parcel, to: Address),
            DeliverHandler
        > { _, _ in }
        """,
        """
        var deliverParcelCalls: CallRecorder<Parcel, DeliverHandler> { deliverCalls }
        -
        var deliverParcelCalls: CallRecorder<Parcel, DeliverHandler>
        { deliverCalls }
        """,
        """
        static let countCalls = CallRecorder<Void, Count> { UnsetHandler.stop("MockShop") }
        -
        static let countCalls = CallRecorder<Void, Count> {
            UnsetHandler.stop("MockShop")
        }
        """,
        """
        guard let number, let placedAt, let lines, let total, let customer else { throw fields.failure }
        -
        guard
            let number,
            let placedAt,
            let lines,
            let total,
            let customer
        else { throw fields.failure }
        """,
        """
        let handler = deliverCalls.record((parcel: parcel, address: address, name: name))
        -
        let handler = deliverCalls.record(
            (parcel: parcel, address: address, name: name)
        )
        """,
        """
        self.giftFor = try value.giftFor.map(Format<Person>.json.write) ?? .null
        -
        self.giftFor =
            try value.giftFor.map(Format<Person>.json.write)
            ?? .null
        """,
        """
        let parts = ["a, b", "(", "c\\"", "d \\(e("f")) g", "h", "i", "j", "k", "l", "m"]
        -
        let parts = [
            "a, b",
            "(",
            "c\\"",
            "d \\(e("f")) g",
            "h",
            "i",
            "j",
            "k",
            "l",
            "m",
        ]
        """,
        """
        case DecodingError.keyNotFound(let key, let context): self.init(key, .missing)
        -
        case DecodingError.keyNotFound(let key, let context):
            self.init(key, .missing)
        """,
        """
        problems += ModelFailure(path + names.map(FieldName.init), .missing).problems
        -
        problems +=
            ModelFailure(
                path + names.map(FieldName.init),
                .missing
            ).problems
        """,
        """
        /// The same calls, by the name that stays when `deliver` is overloaded.
        -
        /// The same calls, by the name that stays when `deliver` is
        /// overloaded.
        """,
    ]

    @Test("A line that is too long has one element a line", arguments: rows)
    func broken(row: String) {
        let parts = row.components(separatedBy: "\n-\n")
        let format = CodeFormat(indentation: "    ", lineLength: 60)
        #expect(LineBreaks(format: format).broken(parts[0]) == parts[1])
        let indented = { (text: String) in
            text.split(separator: "\n").map { "    " + $0 }.joined(separator: "\n")
        }
        let wider = CodeFormat(indentation: "    ", lineLength: 64)
        #expect(LineBreaks(format: wider).broken(indented(parts[0])) == indented(parts[1]))
    }

    @Test("Short lines, texts without a place to break at, and texts over several lines stay as they are")
    func unbroken() {
        let long = String(repeating: "a", count: 80)
        let code = """
            let a = 1

            // \(long) \(long)
            let b =
                "\(long)"
            let c = \"""
                \(long) = f(\(long), \(long))
                \"""

            """
        #expect(LineBreaks(format: CodeFormat(indentation: "    ", lineLength: 60)).broken(code) == code)
    }
}
