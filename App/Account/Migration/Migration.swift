// Two imports are public because generic code in this executable uses the conformances below.
public import Domain
import Foundation
public import Strangler

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
        control: AccountLists,
        candidate: AccountLists,
        plans: [UseCase: Plan],
        recorder: Recorder,
        settings: Settings
    ) {
        self.recorder = recorder
        /// Returns the hand-over of one use case; all have the same rules.
        func handover<Record: Equatable>(
            _ useCase: UseCase,
            from control: @escaping FetchList<Record>,
            to candidate: @escaping FetchList<Record>,
            lines: @escaping @Sendable (Record) -> [String]
        ) -> ListHandover<Record> {
            ListHandover(
                useCase.rawValue,
                between: Self.sides(settings),
                plan: plans[useCase] ?? .legacy,
                subject: \.rawValue,
                control: control,
                candidate: candidate,
                cancellation: .error(.cancelled),
                comparison: Self.comparison(settings, lines: lines),
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
        orders = handover(
            .orders,
            from: control.orders.fetchOrders,
            to: candidate.orders.fetchOrders,
            lines: \.specimenLines
        )
        addresses = handover(
            .addresses,
            from: control.addresses.fetchAddresses,
            to: candidate.addresses.fetchAddresses,
            lines: \.specimenLines
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

    /// The hand-over of a use case, for what is the same with each.
    private subscript(useCase: UseCase) -> any Judged {
        switch useCase {
        case .orders: orders
        case .addresses: addresses
        }
    }

    /// Judges a use case by its own pair, comparison and rule, and records the look.
    func verdict(on useCase: UseCase, in evidence: Evidence, now: Date = Date()) -> Verdict {
        self[useCase].verdict(in: evidence, now: now)
    }

    /// Changes the plan of a use case, on a verdict if there is one. A step back needs none.
    func change(_ useCase: UseCase, to plan: Plan, on verdict: Verdict?) throws(Refusal) {
        guard let verdict else { return self[useCase].releaseWithoutVerdict(plan) }
        try self[useCase].release(plan, on: verdict)
    }

    /// Waits until what was compared is in the journal.
    func settle() async {
        for useCase in UseCase.allCases { await self[useCase].settle() }
        await recorder.flush()
    }

    /// Calls one use case with legacy on both sides, one call after the other.
    func calibrate(_ useCase: UseCase, for user: UserID, calls: Int) async {
        await self[useCase].calibrate(for: user, calls: calls)
        await recorder.flush()
    }

    /// Values are compared; their age and their gaps are each side's own.
    private static func comparison<Record: Equatable & Sendable>(
        _ settings: Settings,
        lines: @escaping @Sendable (Record) -> [String]
    ) -> Comparison<UserID, Snapshot<[Record]>, ReadError> {
        let comparison = Comparison<UserID, Snapshot<[Record]>, ReadError>(
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

/// A hand-over of a user's list.
typealias ListHandover<Record: Sendable> = Handover<UserID, Snapshot<[Record]>, ReadError>
typealias OrdersHandover = ListHandover<UserOrder>
typealias AddressesHandover = ListHandover<UserAddress>
typealias FetchList<Record: Sendable> = @Sendable (UserID) async throws(ReadError) -> Snapshot<[Record]>

/// What is judged, released and calibrated, whatever it hands over.
private protocol Judged: Sendable {
    func verdict(in evidence: Evidence, now: Date?) -> Verdict
    func release(_ plan: Plan, on verdict: Verdict) throws(Refusal)
    func releaseWithoutVerdict(_ plan: Plan)
    func settle() async
    func calibrate(for user: UserID, calls: Int) async
}

extension Handover: Judged where Input == UserID {
    func calibrate(for user: UserID, calls: Int) async {
        let calibration = calibration()
        for _ in 0..<calls {
            // A failure is an answer too: the comparison says whether both sides had it.
            _ = try? await calibration(user)
            await calibration.settle()
        }
    }
}

/// A hand-over of orders can be injected as the use case.
extension Handover: FetchUserOrder
where Input == UserID, Output == Snapshot<[UserOrder]>, Failure == UserOrdersError {
    /// Calls the hand-over.
    public func fetchOrders(for user: UserID) async throws(UserOrdersError) -> Snapshot<[UserOrder]> {
        try await self(user)
    }
}

/// A hand-over of addresses can be injected as the use case.
extension Handover: FetchUserAddresses
where Input == UserID, Output == Snapshot<[UserAddress]>, Failure == UserAddressesError {
    /// Calls the hand-over.
    public func fetchAddresses(for user: UserID) async throws(UserAddressesError) -> Snapshot<[UserAddress]> {
        try await self(user)
    }
}

extension ReadError {
    /// Whether the error is a fault of the implementation. An unknown user is a correct result, and a cancelled call has no result.
    var isFault: Bool {
        switch self {
        case .unauthorised, .unavailable, .busy, .malformed, .notStored: true
        case .unknownUser, .cancelled: false
        }
    }
}

extension IgnoreRule {
    /// Excludes runs in which control returned stored data: two ages of one list can't be compared, even if they are equal.
    static func storedAnswer<Value>() -> IgnoreRule where Output == Snapshot<Value> {
        IgnoreRule("control served stored data") { _, control, candidate in
            // A failed candidate counts as failed even if control returned stored data.
            _ = try candidate.get()
            guard case .cached = try control.get().freshness else { return false }
            return true
        }
    }
}

extension Redactor {
    /// Writes what kind of thing stands in a place, and nothing that belongs to a person: how long a text is, the sign
    /// of an amount, how many entries a list has; words of our own, such as errors and statuses, as they are.
    static let shapes = Redactor { path, value in
        switch value {
        case let error as ReadError: "\(error)"
        case let status as OrderStatus: status.shape
        case let service as NameService: service.shape
        case let number as Int where path == "count" || path.hasSuffix(".count"): "\(number)"
        case let flag as Bool: "\(flag)"
        case is Int: "a whole number"
        case let amount as Decimal: amount < 0 ? "a negative amount" : amount == 0 ? "zero" : "a positive amount"
        case is Date: "a date"
        case let text as String: "a text of \(text.count) characters"
        default: "a value of type \(type(of: value))"
        }
    }
}

extension OrderStatus {
    fileprivate var shape: String {
        if case .unknown(let word) = self { "unknown, \(word.count) characters" } else { "\(self)" }
    }
}

extension NameService {
    fileprivate var shape: String {
        if case .unknown(let word) = self { "unknown, \(word.count) characters" } else { "\(self)" }
    }
}
