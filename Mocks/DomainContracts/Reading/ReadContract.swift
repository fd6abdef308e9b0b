public import Domain
import Foundation

/// What every implementation of a read must do: a use case that returns a `Snapshot` for an input.
///
/// To write a contract of your own, provide a name and examples. Its rows follow from them.
///
///     public typealias FetchInvoicesContract = ReadContract<UserID, [Invoice]>
///
///     extension FetchInvoicesContract {
///         public static var rows: [Row] {
///             listRows(
///                 ListExamples(ListOrder("Invoices come newest first", [two, one]), others: [three], repeated: again)
///             )
///         }
///     }
///
/// A test then puts its implementation into each situation:
///
///     let contract = FetchInvoicesContract { situation in
///         LedgerInvoices(ledger: ledger(in: situation)).fetchInvoices
///     }
public typealias ReadContract<Input: Hashable & Sendable, Value: Sendable> = Contract<
    ReadSituation<Input, Value>, UseCaseCall<Input, Snapshot<Value>, ReadError>
>

/// The rows that all reads share, for one set of examples.
struct ReadRows<Input: Hashable & Sendable, Value: Sendable>: Sendable {
    typealias UseCase = ReadContract<Input, Value>
    typealias Check = @Sendable (Snapshot<Value>, Input) throws -> Void

    /// The values of the store, by input.
    let stored: [Input: Value]
    /// The input of the calls.
    let input: Input
    /// Another input of the store, for simultaneous calls; `nil` if the use case doesn't distinguish inputs.
    var other: Input?
    /// An input that the store doesn't know; `nil` if no such input exists.
    var unknown: Input?
    /// Whether an implementation may return a cached value.
    var isStored = true
    /// The ways in which the source refuses callers: it asks them to sign in, or to wait.
    var refusals: [ReadError] = [.unauthorised, .busy]
    /// Checks the contents of a value for an input, ignoring their order.
    let check: Check
    /// Checks the contents of a cached value, with their order.
    let checkStored: Check
    /// Checks a value that could be read in part: its readable parts, and the report on the others.
    let checkRest: Check

    var all: [UseCase.Row] {
        contentRows + (isStored ? storedRows : []) + failureRows + calls.cancellation
            + (other.map { calls.meeting($0, check: check) } ?? [])
    }

    private typealias Read = UseCaseCall<Input, Snapshot<Value>, ReadError>

    private var calls: CallRows<ReadSituation<Input, Value>, Read, Input, Snapshot<Value>, ReadError> {
        CallRows(
            input: input,
            answered: .stored(stored),
            heldUp: { .heldUp($0, stored) },
            cancelled: .cancelled
        ) { read, input throws(ReadError) in try await read(input) }
    }

    private var contentRows: [UseCase.Row] {
        [
            answer("A live answer says so", to: .stored(stored)) { answer, _ in try expect(answer.freshness, .live) },
            answer("A complete answer reports no gaps", to: .stored(stored)) { answer, _ in
                try expect(answer.unreadable, [])
            },
            answer("A part that can't be read is reported", to: .unreadable(stored)) { answer, _ in
                if answer.unreadable.isEmpty { throw Mismatch(expected: "a place that can't be read", found: "none") }
            },
            answer("A part that can't be read leaves the rest", to: .unreadable(stored), check: checkRest),
        ]
    }

    private var storedRows: [UseCase.Row] {
        let asOf = cachedAt
        return [
            answer("A cached answer has its age", to: .cached(stored, asOf: asOf)) { answer, _ in
                try expect(answer.freshness, .cached(asOf: asOf))
            },
            answer("A cached answer has its contents, in order", to: .cached(stored, asOf: asOf), check: checkStored),
        ]
    }

    private var failureRows: [UseCase.Row] {
        let unknown = unknown.map {
            calls.failure(
                "An unknown user is a failure, not an empty answer",
                in: .stored(stored),
                of: $0,
                .unknownUser
            )
        }
        let refused =
            refusals.contains(.unauthorised)
            ? calls.failure("A refused sign-in is a failure of its own", in: .unauthorised, .unauthorised) : nil
        let busy =
            refusals.contains(.busy)
            ? calls.failure("A store that asks to wait is a failure of its own", in: .busy, .busy) : nil
        return [unknown, refused, busy].compactMap(\.self) + [
            calls.failure("An answer without a mandatory part is a failure", in: .incomplete(stored), .malformed),
            calls.failure("A damaged answer is a failure, not a part of one", in: .malformed(stored), .malformed),
            calls.failure("A store out of reach with nothing cached is a failure", in: .unavailable, .unavailable),
        ]
    }

    /// Returns a row about the value for `input`, or another input, in `situation`.
    func answer(
        _ name: String,
        to situation: ReadSituation<Input, Value>,
        of other: Input? = nil,
        check: @escaping Check
    ) -> UseCase.Row {
        let asked = other ?? input
        return calls.answer(name, to: situation, of: asked) { try check($0, asked) }
    }
}

private let cachedAt = Date(timeIntervalSince1970: 1_790_000_000)
