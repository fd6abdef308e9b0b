import Foundation
@preconcurrency import LegacyAccount
import Testing

/// Callers of `AccountService` rely on its current behaviour, including its flaws: each known flaw has a test.
@Suite("AccountService's known flaws")
struct FlawTests {
    @Test("429 and 5xx answer from the cache without saying so", arguments: [429, 500, 503])
    func silentCopy(_ status: Int) async {
        await #expect(processExitsWith: .success) { [status = status as Int] in
            try await withService { store, _ in
                _ = await fetchOrders()
                store.misbehave(LegacyStore.getOrders, .http(status, "unwell", headers: ["Retry-After: 7"]))
                let answer = await fetchOrders()
                #expect(answer.data == LegacyStore.orders && answer.error == nil)
            }
        }
    }

    @Test("429 and 5xx are told only if nothing was kept", arguments: [429, 500, 503])
    func toldWithoutCopy(_ status: Int) async {
        await #expect(processExitsWith: .success) { [status = status as Int] in
            try await withService { store, _ in
                store.misbehave(LegacyStore.getOrders, .http(status, "unwell"))
                let answer = await fetchOrders()
                #expect(answer.data == nil && answer.error == .server(status))
            }
        }
    }

    @Test("An empty body is neither data nor error")
    func emptyBody() async {
        await #expect(processExitsWith: .success) {
            try await withService { store, _ in
                _ = await fetchOrders()
                store.misbehave(LegacyStore.getOrders, .http(200, ""))
                let answer = await fetchOrders()
                #expect(answer.data == nil && answer.error == nil)
            }
        }
    }

    @Test("An error envelope it does not know is handed out as if it were data")
    func unknownErrorCode() async {
        await #expect(processExitsWith: .success) {
            try await withService { store, _ in
                let envelope = #"{"status":"ERROR","code":"OUT_OF_ORDER","text":"-"}"#
                store.misbehave(LegacyStore.getOrders, .http(200, envelope))
                let answer = await fetchOrders()
                #expect(answer.data == envelope && answer.error == nil)
            }
        }
    }

    @Test("Concurrent calls without a token sign in each for themselves")
    func stampede() async {
        await #expect(processExitsWith: .success) {
            try await withService { store, folder in
                // While the sign-in has no response, every caller has time to arrive.
                store.misbehave(LegacyStore.login, .stall(""))
                configureService(store.url, folder) { $0.timeout = 2 }
                await withTaskGroup(of: Void.self) { group in
                    for _ in 1...5 { group.addTask { _ = await fetchOrders() } }
                }
                #expect(store.requests == Array(repeating: LegacyStore.login, count: 5))
            }
        }
    }

    @Test("Cancelling the task changes nothing")
    func cancellation() async {
        await #expect(processExitsWith: .success) {
            try await withService { _, _ in
                let call = Task {
                    withUnsafeCurrentTask { $0?.cancel() }
                    return await fetchOrders().data
                }
                #expect(await call.value == LegacyStore.orders)
            }
        }
    }

    @Test("A copy is served to whoever signs in on the same server")
    func sharedCopies() async {
        await #expect(processExitsWith: .success) {
            try await withService { store, folder in
                _ = await fetchOrders()
                configureService(store.url, folder) {
                    $0.login = "grace@example.com"
                    $0.isOffline = true
                }
                #expect(await fetchOrders().data == LegacyStore.orders)
            }
        }
    }
}
