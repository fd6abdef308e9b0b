public import Domain
public import Foundation

/// The situation that a contract puts an implementation of a read into.
///
/// Values come by input: a user's orders by the user, the matches of a search by the query. They are what the store has,
/// in the store's order, and may repeat an identifier. The store doesn't know an input that is not among them.
public enum ReadSituation<Input: Hashable & Sendable, Value: Sendable>: Sendable {
    /// The store answers with these.
    case stored([Input: Value])
    /// As `stored`, and the gate holds each of the store's answers up: the source calls `Gate.pass()`, or
    /// `Gate.passIgnoringCancellation()` if it doesn't support cancellation, before it answers.
    case heldUp(Gate, [Input: Value])
    /// As `stored`, and a part of each answer can't be read: one more record of a list, or an optional field of a value.
    case unreadable([Input: Value])
    /// The store can't be reached, and these are cached on this device; the store sent them at `asOf`.
    case kept([Input: Value], asOf: Date)
    /// The store's answers lack something mandatory: a list its records, a value one of its fields.
    case incomplete([Input: Value])
    /// The store's answers are damaged as a whole, ideally cut off.
    case malformed([Input: Value])
    /// The store asks the person to sign in.
    case unauthorised
    /// The store can't be reached, and nothing is cached.
    case unavailable
    /// The store asks the caller to wait.
    case busy
}

extension ReadSituation {
    /// Answers as a perfect source does in this situation: the part of an arrangement that stands in for the store behind
    /// a decorator. `unreadable` is what remains of a value when a part of it can't be read.
    public func answer(
        _ input: Input,
        unreadable: @Sendable (Value) -> Value = { $0 }
    ) async throws(ReadError) -> Snapshot<Value> {
        if Task.isCancelled { throw .cancelled }
        switch self {
        case .stored(let values):
            return Snapshot(try Self.value(of: input, in: values), freshness: .live)
        case .heldUp(let gate, let values):
            do { try await gate.pass() } catch { throw .cancelled }
            return Snapshot(try Self.value(of: input, in: values), freshness: .live)
        case .unreadable(let values):
            let rest = unreadable(try Self.value(of: input, in: values))
            return Snapshot(rest, freshness: .live, unreadable: [FieldPath([.index(1)])])
        case .kept(let values, let asOf):
            return Snapshot(try Self.value(of: input, in: values), freshness: .kept(asOf: asOf))
        case .incomplete, .malformed: throw .malformed
        case .unauthorised: throw .unauthorised
        case .unavailable: throw .unavailable
        case .busy: throw .busy
        }
    }

    private static func value(of input: Input, in values: [Input: Value]) throws(ReadError) -> Value {
        guard let value = values[input] else { throw .unknownUser }
        return value
    }
}
