import Domain
import Foundation
import Strangler

/// The hand-overs of the program: orders and addresses, from the legacy service (control) to the store's client
/// (candidate).
struct Migration: Sendable {
    let orders: OrdersHandover
    let addresses: AddressesHandover
    private let recorder: Recorder

    /// The use cases that are handed over, by their names in plans, journal and commands.
    enum UseCase: String, CaseIterable, Sendable {
        case orders
        case addresses
    }

    /// One implementation of each use case.
    struct Side: Sendable {
        let orders: any FetchUserOrder
        let addresses: any FetchUserAddresses
    }

    /// How long a compared candidate may take at most, whatever `--timeout` is: half of its default. Runs with a shorter deadline are
    /// evidence for a longer one, not the other way round, so this is the one that is judged.
    static let longestDeadline: Duration = .seconds(5)

    /// How long a candidate may take, and what is recorded of its runs.
    struct Settings: Sendable {
        /// The name of the store that both sides call. Evidence about one store says nothing about another.
        var server = "sandbox"
        /// The version of the store's client: a hash of its sources. Evidence about one version says nothing about another.
        var candidateVersion = CandidateSources.version
        /// The time limit of a compared candidate, up to `longestDeadline`. A caller waits half as long for a candidate that is
        /// rolled out.
        var deadline: Duration
        /// Set only if the data belongs to no real person: whole responses of mismatched runs are then stored, with this text,
        /// which says what an exported test needs to repeat the call.
        var specimenSource: String?
        var killSwitch = KillSwitch()
        /// What the candidate has to meet before callers get more of it.
        var rule = Rule()
        var maximumUnderWay = 8
        var clock: any Clock<Duration> = ContinuousClock()
    }

    init(
        control: Side,
        candidate: Side,
        plans: [UseCase: Plan],
        recorder: Recorder,
        settings: Settings
    ) {
        self.recorder = recorder
        let sides = Self.sides(settings)
        orders = OrdersHandover(
            UseCase.orders.rawValue,
            between: sides,
            plan: plans[.orders] ?? .legacy,
            subject: \.rawValue,
            control: control.orders.fetchOrders,
            candidate: candidate.orders.fetchOrders,
            cancellation: .error(.cancelled),
            comparison: Self.comparison(settings, lines: \.specimenLines),
            rule: settings.rule,
            safeguards: Safeguards(
                isFault: \.isFault,
                patience: settings.deadline / 2,
                killSwitch: settings.killSwitch
            ),
            redactor: .shapes,
            recorder: recorder,
            clock: settings.clock
        )
        addresses = AddressesHandover(
            UseCase.addresses.rawValue,
            between: sides,
            plan: plans[.addresses] ?? .legacy,
            subject: \.rawValue,
            control: control.addresses.fetchAddresses,
            candidate: candidate.addresses.fetchAddresses,
            cancellation: .error(.cancelled),
            comparison: Self.comparison(settings, lines: \.specimenLines),
            rule: settings.rule,
            safeguards: Safeguards(
                isFault: \.isFault,
                patience: settings.deadline / 2,
                killSwitch: settings.killSwitch
            ),
            redactor: .shapes,
            recorder: recorder,
            clock: settings.clock
        )
    }

    private static func sides(_ settings: Settings) -> Sides {
        do throws(SameIdentity) {
            return try Sides(
                control: Identity("legacy", version: "1", server: settings.server),
                candidate: Identity("store", version: settings.candidateVersion, server: settings.server)
            )
        } catch {
            preconditionFailure("two names are not one: \(error)")
        }
    }

    /// Judges a use case by its own pair, comparison and rule, and records the look.
    func verdict(on useCase: UseCase, in evidence: Evidence, now: Date = Date()) -> Verdict {
        switch useCase {
        case .orders: orders.verdict(in: evidence, now: now)
        case .addresses: addresses.verdict(in: evidence, now: now)
        }
    }

    /// Changes the plan of a use case, on a verdict if there is one. A step back needs none.
    func change(_ useCase: UseCase, to plan: Plan, on verdict: Verdict?) throws(Refusal) {
        switch useCase {
        case .orders: try Self.change(orders, to: plan, on: verdict)
        case .addresses: try Self.change(addresses, to: plan, on: verdict)
        }
    }

    private static func change<Output, Failure>(
        _ handover: Handover<UserID, Output, Failure>,
        to plan: Plan,
        on verdict: Verdict?
    ) throws(Refusal) {
        if let verdict { try handover.release(plan, on: verdict) } else { handover.releaseWithoutVerdict(plan) }
    }

    /// Waits until what was compared is in the journal.
    func settle() async {
        await orders.settle()
        await addresses.settle()
        await recorder.flush()
    }

    /// Calls one use case with legacy on both sides, one call after the other.
    func calibrate(_ useCase: UseCase, for user: UserID, calls: Int) async {
        switch useCase {
        case .orders: await Self.call(orders.calibration(), with: user, times: calls)
        case .addresses: await Self.call(addresses.calibration(), with: user, times: calls)
        }
        await recorder.flush()
    }

    private static func call<Output, Failure>(
        _ handover: Handover<UserID, Output, Failure>,
        with user: UserID,
        times: Int
    ) async {
        for _ in 0..<times {
            // A failure is an answer too: the comparison says whether both sides had it.
            _ = try? await handover(user)
            await handover.settle()
        }
    }

    /// Values are compared; their age and their gaps are each side's own.
    private static func comparison<Record: Equatable & Sendable, Failure: Error & Equatable>(
        _ settings: Settings,
        lines: @escaping @Sendable (Record) -> [String]
    ) -> Comparison<UserID, Snapshot<[Record]>, Failure> {
        let comparison = Comparison<UserID, Snapshot<[Record]>, Failure>(
            of: { $0.value },
            deadline: min(settings.deadline, longestDeadline),
            maximumUnderWay: settings.maximumUnderWay
        ).excluding(.storedAnswer())
        guard let source = settings.specimenSource else { return comparison }
        return comparison.keepingSpecimens(
            input: { "user=\($0.rawValue) \(source)" },
            answer: { SpecimenLines.of($0, lines) }
        )
    }
}
