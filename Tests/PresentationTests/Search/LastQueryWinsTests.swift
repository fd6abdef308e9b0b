import Domain
import Presentation
import Testing

/// Tests with a database that ignores cancellation and responds in any order.
@MainActor
@Suite("The last query wins", .timeLimit(.minutes(15)))
struct LastQueryWinsTests {
    @Test(
        "A word typed key by key: no order of arrival puts an answer to an earlier key on screen",
        arguments: arrivals,
        [true, false]
    )
    func everyOrder(arrival: [Int], succeeds: Bool) async throws {
        let names = StubbornSearchNames()
        let model = NameSearchViewModel(searching: names)
        var searches: [Task<Void, Never>] = []
        for length in 1...arrival.count {
            model.query = String("medic".prefix(length))
            searches.append(Task { await model.search() })
            await names.waitUntilArrived(length)
        }

        let newest = arrival.count - 1
        var hasLanded = false
        for call in arrival {
            await names.answer(call, succeeds || call != newest ? .found("answer-\(call).example") : .failure(.busy))
            await searches[call].value
            hasLanded = hasLanded || call == newest

            let comment: Comment = "after the answer to key \(call + 1)"
            #expect(model.shown == (hasLanded && succeeds ? ["answer-\(newest).example"] : nil), comment)
            #expect(model.problem == (hasLanded && !succeeds ? Problem(.busy, reading: .names) : nil), comment)
            #expect(model.isActive == !hasLanded, comment)
        }
        #expect(await names.wereCancelled == arrival.map { $0 != newest })
    }

    @Test("The same where the field rests after each key, as long as it takes to be asked", arguments: arrivals)
    func everyOrderAfterRests(arrival: [Int]) async throws {
        let names = StubbornSearchNames()
        let clock = ManualClock()
        let indicator = ActivityIndicator(isEnabled: true)
        let model = NameSearchViewModel(searching: names, indicator: indicator, clock: clock)
        for length in 1...arrival.count {
            model.query = String("medic".prefix(length))
            clock.advance(by: NameSearchViewModel.pause)
            await names.waitUntilArrived(length)
        }

        let newest = arrival.count - 1
        var expected: [String]?
        for call in arrival {
            await names.answer(call, .found("answer-\(call).example"))
            if call == newest {
                expected = ["answer-\(newest).example"]
                for await isActive in values(of: { model.isActive }) where !isActive { break }
            }
            // Time for a result that should not land; a wait for something that must not happen has no end of its own.
            for _ in 0..<20 { await Task.yield() }
            #expect(model.shown == expected)
        }
        #expect(!indicator.isActive)
    }

    @Test("A key gives up the request under way at once, before the next one is asked")
    func keyGivesUp() async throws {
        let names = StubbornSearchNames()
        let indicator = ActivityIndicator(isEnabled: true)
        let model = NameSearchViewModel(searching: names, indicator: indicator)
        model.query = "med"
        let search = Task { await model.search() }
        await names.waitUntilArrived(1)
        #expect(model.isActive && indicator.isActive)

        model.query = "medi"
        #expect(!model.isActive && !indicator.isActive)
        await names.answer(0, .found("late.example"))
        await search.value
        #expect(model.shown == nil)
        #expect(await names.wereCancelled == [true])
    }

    @Test(
        "An emptied field stays empty, whatever still arrives",
        arguments: ["", "  ", String(repeating: "m", count: 254)]
    )
    func emptied(query: String) async throws {
        let names = StubbornSearchNames()
        let model = NameSearchViewModel(searching: names)
        model.query = "med"
        let search = Task { await model.search() }
        await names.waitUntilArrived(1)
        model.query = query
        await names.answer(0, .found("late.example"))
        await search.value

        #expect(model.shown == nil)
        #expect(!model.isActive)
    }
}

/// Every order in which up to five results, numbered from the oldest query's, can arrive.
private let arrivals = (1...5).flatMap { permutations(Array(0..<$0)) }
