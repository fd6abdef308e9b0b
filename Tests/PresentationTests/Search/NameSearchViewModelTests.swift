import Domain
import DomainMocks
import Foundation
import Presentation
import Testing

@MainActor
@Suite("Searching names as a person types", .timeLimit(.minutes(15)))
struct NameSearchViewModelTests {
    private let names = MockSearchNames(names: SampleNames.all)
    private let clock = ManualClock()
    private let indicator = ActivityIndicator(isEnabled: true)
    private let model: NameSearchViewModel

    init() {
        model = NameSearchViewModel(searching: names, indicator: indicator, clock: clock)
    }

    /// Types, waits until the field has been unchanged long enough, and waits for the response to the `count`th request.
    private func type(_ query: String, request count: Int) async throws {
        model.query = query
        clock.advance(by: NameSearchViewModel.pause)
        try await names.calls.waitUntilArrived(count)
        await model.waitUntilIdle()
    }

    // MARK: When a request is made

    @Test("Twenty keys within the pause make one request; a key after it makes one more")
    func pause() async throws {
        let word = "medicine and medicament"
        for length in 1...20 {
            model.query = String(word.prefix(length))
            clock.advance(by: .milliseconds(14))
        }
        clock.advance(by: .milliseconds(285))
        for _ in 0..<20 { await Task.yield() }
        #expect(names.calls.count == 0)

        clock.advance(by: .milliseconds(1))
        try await names.calls.waitUntilArrived(1)
        await model.waitUntilIdle()
        try await type(String(word.prefix(21)), request: 2)

        #expect(names.calls.inputs.map(\.text) == [String(word.prefix(20)), String(word.prefix(21))])
    }

    @Test("A repeated query asks nothing", arguments: ["med", " med", "med\n", "me\u{0}d"])
    func repeated(query: String) async throws {
        try await type("med", request: 1)
        model.query = query
        clock.advance(by: .seconds(10))
        try await type("loom", request: 2)

        #expect(names.calls.inputs.map(\.text) == ["med", "loom"])
    }

    @Test("A query that is changed and changed back before the pause is over asks nothing")
    func backAgain() async throws {
        try await type("med", request: 1)
        let shown = model.shown
        model.query = "medi"
        model.query = "med"
        clock.advance(by: .seconds(10))
        #expect(model.shown == shown && model.isSettled)
        try await type("loom", request: 2)

        #expect(names.calls.inputs.map(\.text) == ["med", "loom"])
    }

    @Test("A repeated query lets the request under way go on")
    func repeatedUnderWay() async throws {
        names.calls.hold()
        model.query = "med"
        clock.advance(by: NameSearchViewModel.pause)
        try await names.calls.waitUntilHeld(1)
        model.query = "med "
        #expect(model.isActive)
        names.calls.releaseAll()
        await model.waitUntilIdle()

        #expect(model.shown?.first == "med-med-buy.com")
        #expect(names.calls.count == 1)
    }

    @Test("A query that was given up is asked again")
    func givenUp() async throws {
        names.calls.hold()
        model.query = "med"
        clock.advance(by: NameSearchViewModel.pause)
        try await names.calls.waitUntilHeld(1)
        model.query = "medi"
        names.calls.releaseAll()
        try await type("med", request: 2)

        #expect(names.calls.inputs.map(\.text) == ["med", "med"])
        #expect(model.shown?.isEmpty == false)
    }

    @Test("A search that is asked for does not wait for the pause, and is not asked again after it")
    func atOnce() async throws {
        model.query = "med"
        await model.search()
        #expect(model.shown?.first == "med-med-buy.com")
        clock.advance(by: .seconds(10))
        try await type("loom", request: 2)

        #expect(names.calls.inputs.map(\.text) == ["med", "loom"])
    }

    @Test("Giving up ends the wait and the request, and leaves what is on screen")
    func cancel() async throws {
        try await type("loom", request: 1)
        names.calls.hold()
        model.query = "med"
        clock.advance(by: NameSearchViewModel.pause)
        try await names.calls.waitUntilHeld(1)
        model.cancel()
        #expect(!model.isActive && !indicator.isActive)
        model.query = "medi"
        model.cancel()
        clock.advance(by: .seconds(10))
        for _ in 0..<20 { await Task.yield() }

        #expect(model.shown == ["loom.example"])
        #expect(model.problem == nil)
        #expect(names.calls.count == 2)
    }

    @Test("A search that is cancelled from outside shows nothing, and its query can be asked again")
    func cancelledFromOutside() async throws {
        names.calls.hold()
        model.query = "med"
        let search = Task { await model.search() }
        try await names.calls.waitUntilHeld(1)
        search.cancel()
        await search.value
        #expect(model.results == nil && model.problem == nil && !model.isActive && !model.isSettled)

        names.calls.releaseAll()
        await model.search()
        #expect(model.shown?.isEmpty == false)
    }

    // MARK: The content of the screen

    @Test(
        "Without a query a person is asked for one",
        arguments: ["", " ", "\n", "\u{0}", "\u{3000}\t", "\u{2028}\u{202E}"]
    )
    func blank(query: String) async throws {
        #expect(model.message == "Please, search something")
        try await type("med", request: 1)
        model.query = query
        clock.advance(by: .seconds(10))
        #expect(model.message == "Please, search something")
        #expect(model.results == nil && model.summary == nil && model.isSettled)
        try await type("loom", request: 2)

        #expect(names.calls.inputs.map(\.text) == ["med", "loom"])
    }

    @Test("Too long a query is not asked, and is said to be too long")
    func tooLong() async throws {
        model.query = String(repeating: "m", count: 10_000)
        clock.advance(by: .seconds(10))
        #expect(model.message == "The request is too long. Shorten it to 253 characters at most.")
        try await type("loom", request: 1)

        #expect(names.calls.inputs.map(\.text) == ["loom"])
        #expect(model.message == nil)
    }

    @Test(
        "Any text is a query",
        arguments: ["m", "e\u{301}", "👩🏽‍💻", "مثال", "例え", "a b", String(repeating: "m", count: 253)]
    )
    func anyText(query: String) async throws {
        try await type(query, request: 1)
        #expect(names.calls.inputs.map(\.text) == [query])
    }

    @Test("None found is said, and is no failure")
    func noneFound() async throws {
        try await type("zzz", request: 1)
        #expect(model.message == "No result for this request")
        #expect(model.results?.rows.isEmpty == true)
        #expect(model.summary == nil && model.problem == nil && model.isSettled)
    }

    @Test(
        "Total and duration are told in words",
        arguments: [
            (1, 0, "1 name in 152ms"), (2, 11_906, "11,906 names in 152ms"), (2, 1, "2 names in 152ms"),
        ]
    )
    func summary(count: Int, total: Int, text: String) async throws {
        names.calls.stub(count == 1 ? .found("a", total: total) : .found("a", "b", total: total))
        try await type("med", request: 1)
        #expect(model.summary == text)
        #expect(model.message == nil)
    }

    @Test("What was found stays on screen until there is an answer to the new query")
    func staysMeanwhile() async throws {
        try await type("loom", request: 1)
        names.calls.hold()
        model.query = "med"
        #expect(model.shown == ["loom.example"] && !model.isSettled && !model.isActive)
        clock.advance(by: NameSearchViewModel.pause)
        try await names.calls.waitUntilHeld(1)
        #expect(model.shown == ["loom.example"] && !model.isSettled && model.isActive)
        names.calls.releaseAll()
        await model.waitUntilIdle()
        #expect(model.shown?.first == "med-med-buy.com" && model.isSettled)
    }

    @Test("A failure takes the results of another query away, and a retry brings the answer")
    func retry() async throws {
        try await type("loom", request: 1)
        names.calls.stubNext(.failure(.unavailable))
        try await type("med", request: 2)
        #expect(model.results == nil)
        #expect(model.problem == Problem(.unavailable, reading: .names))
        #expect(model.message?.contains("try again") == true)

        await model.search()
        #expect(model.problem == nil && model.message == nil)
        #expect(model.shown?.first == "med-med-buy.com")
    }

    @Test("Names that could not be read are told")
    func unreadable() async throws {
        names.calls.stub(
            .success(
                Snapshot(
                    NameMatches(matches: [.sample("a.example")], total: 2, duration: .zero),
                    freshness: .live,
                    unreadable: [FieldPath([.field("domains"), .index(1), .field("domain")])]
                )
            )
        )
        try await type("a", request: 1)
        #expect(model.results?.unreadableNote == "1 name could not be read and is not shown.")
    }

    @Test("A row has a text for what is known and none for what is not")
    func rows() async throws {
        try await type("medicine", request: 1)
        let row = try #require(model.results?.rows.first)
        #expect(row.registeredName == "medicine.example")
        #expect(row.country == "Germany")
        #expect(row.updated?.hasPrefix("updated ") == true)
        #expect(row.expires?.hasPrefix("paid until ") == true)
        #expect(row.deadNote == nil)

        let bare = NameMatchRow(.sample("a.example"), formats: .british)
        #expect(NameMatchRow(.sample("xn--bcher-kva.example"), formats: .british).name == "bücher.example")
        #expect(
            NameMatchRow(.sample("xn--bcher-kva.example"), formats: .british).registeredName == "xn--bcher-kva.example"
        )
        #expect(bare.country == nil && bare.updated == nil && bare.expires == nil && bare.deadNote == nil)
    }

    // MARK: The indicator

    @Test("Searches share one indicator, which is on from the first request to the end of the last")
    func shared() async throws {
        let other = NameSearchViewModel(searching: names, indicator: indicator, clock: clock)
        names.calls.hold()
        model.query = "med"
        let first = Task { await model.search() }
        try await names.calls.waitUntilHeld(1)
        other.query = "loom"
        let second = Task { await other.search() }
        try await names.calls.waitUntilHeld(2)
        #expect(indicator.isActive)

        names.calls.release(0)
        await first.value
        #expect(!model.isActive && other.isActive && indicator.isActive)
        names.calls.release(1)
        await second.value
        #expect(!other.isActive && !indicator.isActive)
    }

    @Test("An indicator that is switched off shows nothing, and goes on counting")
    func switchedOff() async throws {
        names.calls.hold()
        indicator.isEnabled = false
        model.query = "med"
        let search = Task { await model.search() }
        try await names.calls.waitUntilHeld(1)
        #expect(model.isActive && !indicator.isActive)
        indicator.isEnabled = true
        #expect(indicator.isActive)
        names.calls.releaseAll()
        await search.value
        #expect(!indicator.isActive)
    }
}
