import Synchronization
import Testing

@testable import Strangler

@Suite("The kill switch")
struct KillSwitchTests {
    /// At least ten calls, more than half of them faults, ten seconds of window and of cool-down.
    static let limits = KillSwitch(
        window: .seconds(10),
        minimumCalls: 10,
        faultRate: 0.5,
        slowerThan: .seconds(1),
        slowRate: 0.2,
        coolDown: .seconds(10)
    )

    /// Records one call at a time, and returns the event.
    func note(
        _ breaker: inout Breaker,
        at time: Duration,
        isFault: Bool = false,
        latency: Duration = .zero
    ) throws -> KillSwitch.Event? {
        let ticket = try #require(breaker.admit(at: time).ticket)
        return breaker.note(ticket, isFault: isFault, latency: latency, at: time)
    }

    func opened(at time: Duration) throws -> Breaker {
        var breaker = Breaker(Self.limits)
        for _ in 0..<10 { _ = try note(&breaker, at: time, isFault: true) }
        return breaker
    }

    @Test("It opens with the call that puts the fault rate over the limit, not before the least number of calls")
    func opensOnFaults() throws {
        var breaker = Breaker(Self.limits)
        for _ in 0..<9 { #expect(try note(&breaker, at: .zero, isFault: true) == nil) }
        #expect(breaker.state == .closed)

        #expect(try note(&breaker, at: .zero, isFault: true) == .opened(.faults, calls: 10))
        #expect(breaker.state == .open)
    }

    @Test("A fault rate at the limit does not open it")
    func atTheLimit() throws {
        var breaker = Breaker(Self.limits)
        for number in 0..<20 { #expect(try note(&breaker, at: .zero, isFault: number % 2 == 1) == nil) }
        #expect(breaker.state == .closed)
    }

    @Test("It opens when too many calls are slow")
    func opensOnLatency() throws {
        var breaker = Breaker(Self.limits)
        for _ in 0..<8 { _ = try note(&breaker, at: .zero) }
        for _ in 0..<2 { #expect(try note(&breaker, at: .zero, latency: .seconds(2)) == nil) }

        #expect(try note(&breaker, at: .zero, latency: .seconds(2)) == .opened(.latency, calls: 11))
    }

    @Test("A call as slow as the limit is not slow")
    func slowLimit() throws {
        var breaker = Breaker(Self.limits)
        for _ in 0..<20 { #expect(try note(&breaker, at: .zero, latency: .seconds(1)) == nil) }
    }

    @Test("Faults older than the window do not count")
    func windowMoves() throws {
        var breaker = Breaker(Self.limits)
        for _ in 0..<9 { _ = try note(&breaker, at: .zero, isFault: true) }

        #expect(try note(&breaker, at: .seconds(10), isFault: true) == nil)
        #expect(breaker.state == .closed)
    }

    @Test("Open, it lets nothing through before the cool-down is over; then one probe at a time")
    func probes() throws {
        var breaker = try opened(at: .seconds(5))
        #expect(breaker.admit(at: .seconds(14.9)).ticket == nil)

        let probe = breaker.admit(at: .seconds(15))
        #expect(probe.ticket != nil)
        #expect(probe.event == .probing)
        #expect(breaker.state == .probing)
        #expect(breaker.admit(at: .seconds(15)).ticket == nil)
    }

    @Test("A good probe closes it, with an empty window")
    func goodProbe() throws {
        var breaker = try opened(at: .zero)

        #expect(try note(&breaker, at: .seconds(10)) == .closed)
        #expect(breaker.state == .closed)
        #expect(try note(&breaker, at: .seconds(10), isFault: true) == nil)
    }

    @Test("A bad probe opens it for another cool-down", arguments: [(true, Duration.zero), (false, .seconds(2))])
    func badProbe(isFault: Bool, latency: Duration) throws {
        var breaker = try opened(at: .zero)

        #expect(try note(&breaker, at: .seconds(10), isFault: isFault, latency: latency) == .opened(.probe, calls: 1))
        #expect(breaker.admit(at: .seconds(19)).ticket == nil)
        #expect(breaker.admit(at: .seconds(20)).ticket != nil)
    }

    @Test("A cancelled probe leaves its place to the next call")
    func cancelledProbe() throws {
        var breaker = try opened(at: .zero)
        let probe = try #require(breaker.admit(at: .seconds(10)).ticket)

        breaker.giveBack(probe, at: .seconds(11))

        #expect(breaker.admit(at: .seconds(11)).ticket != nil)
    }

    @Test("A probe that never ends leaves its place after another cool-down")
    func lostProbe() throws {
        var breaker = try opened(at: .zero)
        let lost = try #require(breaker.admit(at: .seconds(10)).ticket)
        #expect(breaker.admit(at: .seconds(19)).ticket == nil)

        #expect(breaker.admit(at: .seconds(20)).ticket != nil)
        #expect(breaker.note(lost, isFault: false, latency: .zero, at: .seconds(21)) == nil)
        #expect(breaker.state == .probing)
    }

    @Test("The end of a call from before it opened changes nothing")
    func lateEnd() throws {
        var breaker = Breaker(Self.limits)
        let late = try #require(breaker.admit(at: .zero).ticket)
        for _ in 0..<10 { _ = try note(&breaker, at: .zero, isFault: true) }
        _ = breaker.admit(at: .seconds(10))

        #expect(breaker.note(late, isFault: false, latency: .zero, at: .seconds(10)) == nil)
        #expect(breaker.state == .probing)
    }

    @Test("Closed by hand, it forgets the calls that are under way")
    func reset() throws {
        var breaker = Breaker(Self.limits)
        let early = try (0..<10).map { _ in try #require(breaker.admit(at: .zero).ticket) }

        breaker.reset()

        for ticket in early { #expect(breaker.note(ticket, isFault: true, latency: .zero, at: .zero) == nil) }
        #expect(breaker.state == .closed)
    }

    @Test("In a hand-over it sends traffic back by itself, tries again, and says so")
    func lifeCycle() async {
        let isWell = Mutex(false)
        let clock = ManualClock()
        let journal = MemoryJournal()
        let recorder = Recorder(to: journal)
        let handover = Handover(
            "numbers",
            between: .test,
            plan: .rollout(.all),
            subject: { (input: Int) in String(input) },
            control: { (_) async throws(Trouble) in 1 },
            candidate: { (_) async throws(Trouble) in
                guard isWell.withLock({ $0 }) else { throw .broken }
                return 2
            },
            cancellation: .error(.cancelled),
            comparison: Comparison(),
            safeguards: Safeguards(killSwitch: Self.limits),
            recorder: recorder,
            clock: clock
        )
        func answers(_ count: Int) async -> [Int?] {
            var answers: [Int?] = []
            for input in 0..<count { answers.append(try? await handover(input)) }
            return answers
        }

        // Control serves every caller, first because of the fall-back, then because the switch is open.
        #expect(await answers(15).allSatisfy { $0 == 1 })
        #expect(handover.killSwitch == .open)
        clock.advance(by: .seconds(10))
        #expect(await answers(1) == [1])
        #expect(handover.killSwitch == .open)
        isWell.withLock { $0 = true }
        clock.advance(by: .seconds(10))
        #expect(await answers(3) == [2, 2, 2])
        #expect(handover.killSwitch == .closed)
        #expect(handover.plan == .rollout(.all))

        await recorder.flush()
        let events = journal.entries.compactMap { entry -> KillSwitch.Event? in
            guard case .killSwitch(let event) = entry.fact else { return nil }
            return event
        }
        #expect(
            events == [.opened(.faults, calls: 10), .probing, .opened(.probe, calls: 1), .probing, .closed]
        )
        #expect(Evidence(journal.entries, operation: "numbers").fellBack == 11)
    }

    @Test(
        "A new plan closes it, another share of the same rollout does not",
        arguments: [(Plan.compare(sample: .all), KillSwitch.State.closed), (.rollout(.percent(50)), .open)]
    )
    func planChange(plan: Plan, state: KillSwitch.State) async {
        let stage = Stage(
            .rollout(.all),
            candidate: FakeSide(.failure(.broken)),
            safeguards: Safeguards(killSwitch: Self.limits)
        )
        for input in 0..<10 { _ = await stage.answer(input) }
        #expect(stage.handover.killSwitch == .open)

        stage.handover.releaseWithoutVerdict(plan)

        #expect(stage.handover.killSwitch == state)
    }
}
