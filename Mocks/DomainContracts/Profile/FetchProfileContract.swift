public import Domain
public import Foundation

/// What an implementation of `FetchProfile` is put into.
///
/// Where a situation carries profiles, they are what the store has; a user who is not among them is unknown to it.
public enum FetchProfileSituation: Sendable {
    /// The store answers with these.
    case stored([UserID: Profile])
    /// As `stored`, and each of the store's answers is held up by the gate: the source calls `Gate.pass()`, or
    /// `Gate.passIgnoringCancellation()` if it knows no cancellation, before it answers.
    case heldUp(Gate, [UserID: Profile])
    /// As `stored`, and each profile's telephone number is something that can't be read.
    case unreadablePhone([UserID: Profile])
    /// The store can't be reached, and these were kept on this device; the store said so at `asOf`.
    case kept([UserID: Profile], asOf: Date)
    /// As `stored`, and each profile lacks its name, which is mandatory.
    case withoutName([UserID: Profile])
    /// The store's answer with these is damaged as a whole, best cut off.
    case malformed([UserID: Profile])
    /// The store asks to sign in.
    case unauthorised
    /// The store can't be reached, and nothing was kept.
    case unavailable
}

/// What every `FetchProfile` must do.
public typealias FetchProfileContract = Contract<FetchProfileSituation, UserID, Snapshot<Profile>, ProfileError>

extension FetchProfileContract {
    private static let ada = UserID("ada")
    private static let zoe = UserID("zoe")
    private static let profiles = [
        ada: Profile(name: "Ada Example", phone: "+49 (0)30 1234-567 ext. 8", bonusPoints: 1_250),
        zoe: Profile(name: "Зоя 👩‍🚀 e\u{301}", phone: nil, bonusPoints: 0),
    ]

    /// Every row of the contract.
    public static var rows: [Row] {
        let asOf = Date(timeIntervalSince1970: 1_790_000_000)
        let withoutPhone = profiles[ada].map { Profile(name: $0.name, phone: nil, bonusPoints: $0.bonusPoints) }
        func rows(of user: UserID) -> CallRows<FetchProfileSituation, UserID, Snapshot<Profile>, ProfileError> {
            CallRows(
                input: user,
                answered: .stored(profiles),
                heldUp: { .heldUp($0, profiles) },
                cancelled: .cancelled,
                check: { user, answer in try expect(answer.value, profiles[user]) }
            )
        }
        let calls = rows(of: ada)
        return [
            calls.answer("Every part of a profile comes through", to: .stored(profiles)) { answer in
                try expect(answer.value, profiles[ada])
            },
            rows(of: zoe).answer("A profile without telephone and points comes through", to: .stored(profiles)) {
                try expect($0.value, profiles[zoe])
            },
            calls.answer("A live answer says so", to: .stored(profiles)) { try expect($0.freshness, .live) },
            calls.answer("A complete answer tells of no gaps", to: .stored(profiles)) { answer in
                try expect(answer.unreadable, [])
            },
            calls.answer("A kept answer has its age", to: .kept(profiles, asOf: asOf)) { answer in
                try expect(answer.freshness, .kept(asOf: asOf))
            },
            calls.answer("A kept answer has its profile", to: .kept(profiles, asOf: asOf)) { answer in
                try expect(answer.value, profiles[ada])
            },
            calls.answer("A telephone number that can't be read is told", to: .unreadablePhone(profiles)) { answer in
                if answer.unreadable.isEmpty { throw Mismatch(expected: "a place that can't be read", found: "none") }
            },
            calls.answer(
                "A telephone number that can't be read leaves the rest",
                to: .unreadablePhone(profiles)
            ) { answer in
                try expect(answer.value, withoutPhone)
            },
            calls.failure(
                "An unknown user is a failure of its own",
                in: .stored(profiles),
                of: UserID("nobody"),
                .unknownUser
            ),
            calls.failure("A profile without its name is no profile", in: .withoutName(profiles), .malformed),
            calls.failure("A malformed answer is a failure", in: .malformed(profiles), .malformed),
            calls.failure("A refused sign-in is a failure of its own", in: .unauthorised, .unauthorised),
            calls.failure("A store out of reach with nothing kept is a failure", in: .unavailable, .unavailable),
        ] + calls.cancellation + calls.meeting(zoe)
    }

    /// Makes the contract for one implementation.
    ///
    /// - Parameters:
    ///   - patience: How long a call may take. Only an implementation that does not answer at all makes a row wait so
    ///     long; a passing row never does.
    ///   - arrange: Builds the implementation in a situation. It throws `NotApplicable` for a situation the
    ///     implementation can't get into; any other error means that the arrangement itself failed.
    public init(
        patience: Duration = .seconds(60),
        _ arrange: @escaping @Sendable (FetchProfileSituation) async throws -> any FetchProfile
    ) {
        self.init(arrange: { situation in try await arrange(situation).profile }, patience: patience)
    }
}
