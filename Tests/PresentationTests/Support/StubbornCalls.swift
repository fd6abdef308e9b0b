import Domain

/// A use case that ignores cancellation: each call waits for its own result, so results can arrive in any order.
actor StubbornCalls<Value: Sendable, Failure: Error> {
    typealias Outcome = Result<Value, Failure>

    /// For each finished call, in the order of the results, whether its task had been cancelled by then.
    private(set) var wereCancelled: [Bool] = []

    private var calls: [CheckedContinuation<Outcome, Never>] = []
    private var watchers: [CheckedContinuation<Void, Never>] = []

    func waitUntilArrived(_ count: Int) async {
        while calls.count < count {
            await withCheckedContinuation { watchers.append($0) }
        }
    }

    /// Ends a call, numbered from 0; each call once.
    func answer(_ call: Int, _ outcome: Outcome) {
        calls[call].resume(returning: outcome)
    }

    private func call() async throws(Failure) -> Value {
        let outcome = await withCheckedContinuation { call in
            calls.append(call)
            watchers.forEach { $0.resume() }
            watchers = []
        }
        wereCancelled.append(Task.isCancelled)
        return try outcome.get()
    }
}

typealias StubbornFetchUserOrder = StubbornCalls<Snapshot<[UserOrder]>, UserOrdersError>
typealias StubbornSearchNames = StubbornCalls<Snapshot<NameMatches>, SearchNamesError>

extension StubbornCalls: FetchUserOrder where Value == Snapshot<[UserOrder]>, Failure == UserOrdersError {
    func fetchOrders(for user: UserID) async throws(UserOrdersError) -> Snapshot<[UserOrder]> {
        try await call()
    }
}

extension StubbornCalls: SearchNames where Value == Snapshot<NameMatches>, Failure == SearchNamesError {
    func names(matching query: NameQuery) async throws(SearchNamesError) -> Snapshot<NameMatches> {
        try await call()
    }
}
