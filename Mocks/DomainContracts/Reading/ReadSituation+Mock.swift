public import Domain
public import DomainMocks

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
