import Strangler

/// A call through a hand-over on plan `legacy`, compared with the same closure called directly.
struct PlanLegacy {
    enum Trouble: Error, Equatable { case broken }

    private let operation: @Sendable (Int) async throws(Trouble) -> Int
    private let handover: Handover<Int, Int, Trouble>

    /// The sides of all hand-overs here.
    static let sides: Sides = {
        do throws(SameIdentity) {
            return try Sides(control: Identity("control"), candidate: Identity("candidate"))
        } catch {
            preconditionFailure("two names are not one: \(error)")
        }
    }()

    init() {
        operation = Self.answer
        handover = Handover(
            "numbers",
            between: Self.sides,
            subject: { String($0) },
            control: Self.answer,
            candidate: Self.answer,
            cancellation: .none,
            comparison: Comparison(),
            recorder: Recorder()
        )
    }

    @inline(never)
    @Sendable
    private static func answer(_ input: Int) async throws(Trouble) -> Int {
        input &+ 1
    }

    @inline(never)
    func direct(calls: Int) async {
        var sum = 0
        for number in 0..<calls { sum &+= (try? await operation(number)) ?? 0 }
        if sum == 1 { say("") }
    }

    @inline(never)
    func handedOver(calls: Int) async {
        var sum = 0
        for number in 0..<calls { sum &+= (try? await handover(number)) ?? 0 }
        if sum == 1 { say("") }
    }

    func report() async {
        let calls = 200_000
        var (direct, handedOver): ([Double], [Double]) = ([], [])
        for round in 0..<41 {
            let one = await duration { await self.direct(calls: calls) }
            let other = await duration { await self.handedOver(calls: calls) }
            // The first round warms up.
            guard round > 0 else { continue }
            direct.append(one / .nanoseconds(calls))
            handedOver.append(other / .nanoseconds(calls))
        }
        let differences = zip(direct, handedOver).map { $1 - $0 }
        say(
            "plan legacy: direct \(rounded(median(direct))) ns, handed over \(rounded(median(handedOver))) ns a call; "
                + "difference: median \(rounded(median(differences))) ns, least \(rounded(differences.min() ?? 0)) ns"
        )
    }
}

func rounded(_ value: Double) -> Double {
    (value * 100).rounded() / 100
}
