import Domain
import DomainMocks
import Foundation
import Presentation
import Testing

@MainActor
@Suite("Reserving, cancelling and showing reservations", .timeLimit(.minutes(15)))
struct ReservationsFeatureTests {
    private let store = MockReservations(
        reservations: SampleReservations.all,
        now: { Date(timeIntervalSince1970: 1_800_000_000) }
    )
    private let centre = MockPublishDiagnostic()

    private let use: ReservationUseCases

    init() {
        let keys = Keys()
        use = ReservationUseCases(reserve: store, cancel: store, fetch: store) { keys.next() }
    }

    private func flow() throws(FlowSetupError) -> FlowController {
        try FlowController(
            features: [
                Feature(
                    .reservations,
                    commands: Feature.Command.reservations(of: SampleAccount.ada, use: use, formats: .british)
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

    @Test("Without an identifier the data of all reservations is fetched, each with its own text and values")
    func allData() async throws {
        let all = try answer(await flow().open("account://reservations/data"))
        #expect(all.text == "2 reservations.")
        #expect(
            all.parts.map(\.text) == [
                "Reservation #82348: engine.example, confirmation #8347837",
                "Reservation #82341: loom.example, confirmation #8347733",
            ]
        )
        #expect(all.parts.map { $0.values["id"] } == ["82348", "82341"])
        for id in ["82348", "82341"] { _ = try answer(await flow().open("account://reservations/cancel?id=\(id)")) }
        let none = try answer(await flow().open("account://reservations/data"))
        #expect(none.text == "No reservations.")
        #expect(none.parts == [])
    }

    @Test("Data that is old or incomplete says so")
    func incompleteData() async throws {
        let path = FieldPath([.field("reservations"), .index(2)])
        store.fetches.calls.stub(
            .success(Snapshot([], freshness: .cached(asOf: Date(timeIntervalSince1970: 0)), unreadable: [path]))
        )
        let text = try answer(await flow().open("account://reservations/data")).text
        #expect(text.contains("may be out of date"))
        #expect(text.contains("1 reservation could not be read and is not shown."))
        #expect(!text.contains("No reservations"))
    }

    @Test(
        "What was printed cancels the reservation: its confirmation, its identifier or its name",
        arguments: ["#8347733", "8347733", "82341", "#82341", "loom.example"]
    )
    func cancelWhatWasPrinted(text: String) async throws {
        let id = try #require(text.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
        let answer = try answer(await flow().open("account://reservations/cancel?id=\(id)"))
        #expect(answer.values == ["id": "82341"])
        #expect(store.cancels.inputs.map(\.reservation.rawValue) == ["82341"])
    }

    @Test(
        "If the list can't be read, what is not in it can still be cancelled by identifier, and nothing else is tried"
    )
    func cancelWithoutList() async throws {
        store.fetches.calls.stub(.failure(.malformed))
        let answer = try answer(await flow().open("account://reservations/cancel?id=82341"))
        #expect(answer.values == ["id": "82341"])
        store.fetches.calls.stub(.failure(.unavailable))
        guard case .failed(let problem) = try await flow().open("account://reservations/cancel?id=82341") else {
            Issue.record("it was cancelled")
            return
        }
        #expect(problem.code.text == "reservation.unavailable")
        #expect(store.cancels.count == 1)
    }

    @Test("A link that brings its own key asks with that key however often it is opened, and others with new ones")
    func keys() async throws {
        let flow = try flow()
        let link = "account://reservations/reserve?name=example.com&key=k-1"
        for link in [link, link, "account://reservations/reserve?name=example.com"] {
            _ = try answer(await flow.open(link))
        }
        let keys = store.reserves.inputs.map(\.key)
        #expect(keys.prefix(2).map(\.text) == ["k-1", "k-1"])
        #expect(keys.last != keys.first)
    }

    @Test(
        "Every failure has a sentence, a code and a record; a cancelled call has none",
        arguments: ReservationsError.allCases
    )
    func failures(error: ReservationsError) async throws {
        store.cancels.stub(.failure(error))
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
        #expect(store.reserves.count + store.cancels.count + store.fetches.calls.count == 0)
    }

    // MARK: The list

    @Test("A failed refresh keeps what is on screen")
    func refresh() async throws {
        let list = ReservationListViewModel(
            user: SampleAccount.ada,
            fetchReservations: store,
            formats: .british,
            now: { Date(timeIntervalSince1970: 7) }
        )
        await list.load()
        #expect(list.content?.rows.map(\.name) == ["engine.example", "loom.example"])
        store.fetches.calls.stub(.failure(.unavailable))
        await list.load()
        #expect(list.content?.rows.count == 2)
        #expect(list.content?.freshness == .cached(asOf: Date(timeIntervalSince1970: 7)))
        #expect(list.problem == Problem(.unavailable, reading: .reservations, on: .filled))
    }
}
