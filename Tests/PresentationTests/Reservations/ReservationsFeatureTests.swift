import Domain
import DomainMocks
import Foundation
import Presentation
import Testing

@MainActor
@Suite("Reserving, cancelling and showing reservations", .timeLimit(.minutes(5)))
struct ReservationsFeatureTests {
    private let store = MockReservations(
        reservations: SampleReservations.all,
        now: { Date(timeIntervalSince1970: 1_800_000_000) }
    )
    private let centre = MockPublishDiagnostic()

    private func flow() throws(FlowSetupError) -> FlowController {
        let keys = Keys()
        return try FlowController(
            features: [
                .reservations(
                    of: SampleAccount.ada,
                    reserve: store,
                    cancel: store,
                    fetch: store,
                    formats: .british,
                    makeKey: { keys.next() }
                )
            ],
            publish: centre,
            progress: ActivityIndicator(isEnabled: true),
            formats: .british,
            timeout: .seconds(5),
            clock: ManualClock(),
            now: { Date(timeIntervalSince1970: 7) }
        )
    }

    private func answer(_ outcome: FlowOutcome) throws -> CommandAnswer {
        guard case .answered(let answer) = outcome else { throw InvalidSample(text: "\(outcome)") }
        return answer
    }

    @Test("Reserving answers with the confirmation")
    func reserve() async throws {
        let answer = try answer(await flow().open("account://reservations/reserve?name=example.com"))
        #expect(answer.text == "Reservation done successfully confirmation id: #8347838")
        #expect(answer.values == ["id": "82349", "name": "example.com", "confirmation": "8347838"])
    }

    @Test("Cancelling answers with the identifier")
    func cancel() async throws {
        let answer = try answer(await flow().open("account://reservations/cancel?id=82348"))
        #expect(answer.text == "Reservation cancelled successfully for reservation id: #82348")
    }

    @Test("The data of one reservation can be had")
    func data() async throws {
        let answer = try answer(await flow().open("account://reservations/data?id=82348"))
        #expect(answer.text == "Reservation #82348: engine.example, confirmation #8347837")
        #expect(answer.values["name"] == "engine.example")
    }

    @Test("A link that brings its own key reserves once however often it is opened")
    func once() async throws {
        let flow = try flow()
        let link = "account://reservations/reserve?name=example.com&key=k-1"
        let first = try answer(await flow.open(link))
        #expect(try answer(await flow.open(link)) == first)
        #expect(try await store.reservations(of: SampleAccount.ada).value.count == 3)
        guard case .failed(let problem) = await flow.open("account://reservations/reserve?name=example.com") else {
            Issue.record("it was reserved twice")
            return
        }
        #expect(problem.code.text == "reservation.taken")
    }

    @Test(
        "Every failure has a sentence, a code and a record; a cancelled call has none",
        arguments: ReservationsError.allCases
    )
    func failures(error: ReservationsError) async throws {
        store.calls.stub(.failure(error))
        let outcome = try await flow().open("account://reservations/cancel?id=1")
        guard error != .cancelled else {
            #expect(outcome == .cancelled)
            #expect(centre.all == [])
            return
        }
        guard case .failed(let problem) = outcome else {
            Issue.record("it was cancelled")
            return
        }
        #expect(problem.code.text.hasPrefix("reservation."))
        #expect(problem.text.hasSuffix("."))
        #expect(centre.codes == [problem.code.text])
        #expect(centre.all.first?.details == [])
    }

    @Test(
        "What is not clear is told before the store is asked",
        arguments: ["reserve?name=", "reserve?name=a.example&key=a%20b", "cancel?id=", "data?id=", "reserve", "cancel"]
    )
    func unclear(link: String) async throws {
        guard case .failed = try await flow().open("account://reservations/" + link) else {
            Issue.record("it was done")
            return
        }
        #expect(store.calls.count == 0)
    }

    // MARK: The list

    @Test("The list reloads after an update of its own, and shows what came of it")
    func list() async throws {
        let flow = try flow()
        let list = ReservationListViewModel(
            user: SampleAccount.ada,
            fetchReservations: store,
            flow: flow,
            formats: .british,
            now: { Date(timeIntervalSince1970: 7) }
        )
        await list.load()
        #expect(list.content?.rows.map(\.id) == ["82348", "82341"])
        #expect(list.content?.rows.map(\.name) == ["engine.example", "loom.example"])

        let following = Task { await list.follow() }
        // The screen is registered when its first turn has come.
        await Task.yield()
        var counts = values { list.content?.rows.count }.makeAsyncIterator()
        await list.reserve("example.com")
        while await counts.next() != 3 {}
        #expect(list.content?.rows.first?.name == "example.com")
        #expect(
            try list.lastUpdate?.result.get().text == "Reservation done successfully confirmation id: #8347838"
        )

        await list.cancel(ReservationID("82341"))
        while await counts.next() != 2 {}
        #expect(list.content?.rows.map(\.id) == ["82349", "82348"])
        following.cancel()
        await following.value
        #expect(centre.all == [])
    }

    @Test("A failed refresh keeps what is on screen; a cancelled one changes nothing")
    func refresh() async throws {
        let list = ReservationListViewModel(
            user: SampleAccount.ada,
            fetchReservations: store,
            flow: try flow(),
            formats: .british,
            now: { Date(timeIntervalSince1970: 7) }
        )
        await list.load()
        store.calls.stub(.failure(.unavailable))
        await list.load()
        #expect(list.content?.rows.count == 2)
        #expect(list.content?.freshness == .kept(asOf: Date(timeIntervalSince1970: 7)))
        #expect(list.problem == Problem(.reservationsRefreshUnavailable, .retry))
    }

    @Test("Nothing on screen has another problem than something", arguments: ReservationsError.allCases)
    func problems(error: ReservationsError) {
        let blank = Problem(error, on: .blank)
        let filled = Problem(error, on: .filled)
        #expect((blank == nil) == (error == .cancelled))
        #expect((filled == nil) == (error == .cancelled))
        #expect(error == .cancelled || blank != filled)
    }
}
