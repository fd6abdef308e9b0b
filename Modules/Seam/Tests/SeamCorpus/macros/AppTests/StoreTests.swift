import Testing
@testable import App

@Suite struct StoreTests {
    @Test func counts() async throws {
        #expect(Store.shared.count == 1)
        try await #require(Store.shared.load())
        #expect(throws: Never.self) { Store.shared.count += 1 }
    }

    @Test(.enabled(if: Store.shared.count == 0)) func empty() {}
}
