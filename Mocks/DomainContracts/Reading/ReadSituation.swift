public import Domain
public import DomainMocks
public import Foundation

/// The situation that a contract puts an implementation of a read into.
///
/// Values are stored by input: a user's orders by the user, the matches of a search by the query. They are what the store has,
/// in the store's order, and may repeat an identifier. The store doesn't know an input that is not among them.
public enum ReadSituation<Input: Hashable & Sendable, Value: Sendable>: Sendable {
    /// The store has these values.
    case stored([Input: Value])
    /// Like `stored`, but the gate delays each of the store's responses: before it responds, the source calls `Gate.pass()`, or
    /// `Gate.passIgnoringCancellation()` if it doesn't support cancellation.
    case heldUp(Gate, [Input: Value])
    /// Like `stored`, but a part of each response can't be read: one more record of a list, or an optional field of a value.
    case unreadable([Input: Value])
    /// The store can't be reached, and these are cached on this device; the store sent them at `asOf`.
    case cached([Input: Value], asOf: Date)
    /// The store's responses lack something mandatory: the records of a list, or a field of a value.
    case incomplete([Input: Value])
    /// The store's responses are damaged as a whole, ideally cut off.
    case malformed([Input: Value])
    /// The store asks the person to sign in.
    case unauthorised
    /// The store can't be reached, and nothing is cached.
    case unavailable
    /// The store asks the caller to wait.
    case busy
}

extension ReadSituation {
    /// Returns what a perfect source returns in this situation: the part of an arrangement that replaces the store behind a
    /// decorator. `unreadable` is what remains of a value if a part of it can't be read.
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
        case .cached(let values, let asOf):
            return Snapshot(try Self.value(of: input, in: values), freshness: .cached(asOf: asOf))
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

/// The user of the rows.
let ada = UserID("ada")

extension ReadSituation {
    /// Returns a fake of a read in this situation, with the fake's own methods. It is the store behind a decorator, or an example
    /// of what the contract asks for.
    ///
    ///     let contract = FetchUserOrderContract { situation in
    ///         Cached(situation.mock(MockFetchUserOrder.init(orders:freshness:unreadable:))).fetchOrders
    ///     }
    ///
    /// - Parameters:
    ///   - make: Makes the fake from examples.
    ///   - rest: What is left of a value when a part of it can't be read.
    public func mock(
        _ make: ([Input: Value], Freshness, [FieldPath]) -> MockRead<Input, Value>,
        rest: (Value) -> Value = { $0 }
    ) -> MockRead<Input, Value> {
        switch self {
        case .stored(let values): make(values, .live, [])
        case .heldUp(let gate, let values): make(values, .live, []).held(until: gate)
        case .unreadable(let values): make(values.mapValues(rest), .live, [FieldPath([.index(1)])])
        case .cached(let values, let asOf): make(values, .cached(asOf: asOf), [])
        case .incomplete, .malformed: make([:], .live, []).failing(.malformed)
        case .unauthorised: make([:], .live, []).failing(.unauthorised)
        case .unavailable: make([:], .live, []).failing(.unavailable)
        case .busy: make([:], .live, []).failing(.busy)
        }
    }
}

extension MockRead {
    fileprivate func held(until gate: Gate) -> MockRead {
        calls.hold(until: gate)
        return self
    }

    fileprivate func failing(_ failure: ReadError) -> MockRead {
        calls.stub(.failure(failure))
        return self
    }
}

extension MockCalls {
    /// Holds calls with the mock's own methods until the gate opens.
    public func hold(until gate: Gate) {
        hold()
        Task {
            try await waitUntilHeld(1)
            try await gate.pass()
            releaseAll()
        }
    }
}
