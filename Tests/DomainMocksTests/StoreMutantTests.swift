import Domain
import DomainContracts
import DomainMocks
import Synchronization
import Testing

@Suite("A mocked sign-in, sign-out or profile without one of its behaviours fails the rows about it, and no others")
struct StoreMutantTests {
    @Test("Signing in", arguments: signInMutants)
    func signIn(_ mutant: SignInMutant) async throws {
        let failed = try await mutant.rowsFailed { patience, change in
            SignInContract(patience: patience) { situation in
                ChangedSignIn(operation: change(situation, mockedSignIn(in: situation).signIn))
            }
        }
        #expect(failed == mutant.failedRows)
    }

    @Test("Every row about signing in is failed by a mutant", arguments: SignInContract.rows)
    func everySignInRow(_ row: SignInContract.Row) {
        #expect(signInMutants.contains { $0.failedRows.contains(row.name) })
    }

    @Test("Signing out", arguments: signOutMutants)
    func signOut(_ mutant: SignOutMutant) async throws {
        var failed: Set<String> = []
        for row in SignOutContract.rows {
            let contract = SignOutContract { situation in
                let mock = mockedSignOut(in: situation)
                return mock.arranged(ChangedSignOut(operation: mutant.change(situation, mock)))
            }
            do {
                try await contract.check(row)
            } catch let violation as ContractViolation {
                failed.insert(violation.row)
            }
        }
        #expect(failed == mutant.failedRows)
    }

    @Test("Every row about signing out is failed by a mutant", arguments: SignOutContract.rows)
    func everySignOutRow(_ row: SignOutContract.Row) {
        #expect(signOutMutants.contains { $0.failedRows.contains(row.name) })
    }

    @Test("Profiles", arguments: profileMutants)
    func profiles(_ mutant: ProfileMutant) async throws {
        let failed = try await mutant.rowsFailed { patience, change in
            FetchProfileContract(patience: patience) { situation in
                ChangedProfile(operation: change(situation, mockedProfile(in: situation).profile))
            }
        }
        #expect(failed == mutant.failedRows)
    }

    @Test("Every row about profiles is failed by a mutant", arguments: FetchProfileContract.rows)
    func everyProfileRow(_ row: FetchProfileContract.Row) {
        #expect(profileMutants.contains { $0.failedRows.contains(row.name) })
    }
}

/// An implementation of a use case of one call with one behaviour taken out, and the rows that must find it.
struct CallMutant<Situation: Sendable, Input: Sendable, Output: Sendable, Failure: Error & Equatable>: Sendable,
    CustomStringConvertible
{
    typealias TestedContract = Contract<Situation, Input, Output, Failure>
    typealias Operation = TestedContract.Operation

    /// What is wrong with it.
    let description: String
    /// The names of the rows that fail, all of them.
    let failedRows: Set<String>
    /// Whether the failing rows find out by running out of patience.
    var hangs = false
    let change: @Sendable (Situation, @escaping Operation) -> Operation
}

typealias SignInMutant = CallMutant<SignInSituation, Credentials, UserID, SignInError>
typealias ProfileMutant = CallMutant<FetchProfileSituation, UserID, Snapshot<Profile>, ProfileError>

extension SignInMutant {
    fileprivate func rowsFailed(
        _ contract: (Duration, @escaping @Sendable (Situation, @escaping Operation) -> Operation) -> TestedContract
    ) async throws -> Set<String> {
        try await rowsFailed(of: SignInContract.rows, contract)
    }
}

extension ProfileMutant {
    fileprivate func rowsFailed(
        _ contract: (Duration, @escaping @Sendable (Situation, @escaping Operation) -> Operation) -> TestedContract
    ) async throws -> Set<String> {
        try await rowsFailed(of: FetchProfileContract.rows, contract)
    }
}

extension CallMutant {
    fileprivate func rowsFailed(
        of rows: [TestedContract.Row],
        _ contract: (Duration, @escaping @Sendable (Situation, @escaping Operation) -> Operation) -> TestedContract
    ) async throws -> Set<String> {
        var failed: Set<String> = []
        for row in rows {
            let isImpatient = hangs && failedRows.contains(row.name)
            do {
                try await contract(isImpatient ? .milliseconds(20) : .seconds(60), change).check(row)
            } catch let violation as ContractViolation {
                failed.insert(violation.row)
            }
        }
        return failed
    }

    /// A mutant that changes answers.
    fileprivate init(
        _ description: String,
        failing rows: String...,
        answer change: @escaping @Sendable (Situation, Output) -> Output
    ) {
        self.init(description: description, failedRows: Set(rows)) { situation, operation in
            { input throws(Failure) in change(situation, try await operation(input)) }
        }
    }

    /// A mutant that changes failures.
    fileprivate init(
        _ description: String,
        failing rows: String...,
        failure change: @escaping @Sendable (Failure) -> TestedContract.Outcome
    ) {
        self.init(description: description, failedRows: Set(rows)) { _, operation in
            { input throws(Failure) in
                do throws(Failure) {
                    return try await operation(input)
                } catch {
                    return try change(error).get()
                }
            }
        }
    }

    /// The mutants that treat cancellation wrongly.
    fileprivate static func ofCancellation(_ cancelled: Failure, _ other: Failure, alsoHanging: String?) -> [Self] {
        let before = "A call that is cancelled before it starts ends as cancelled"
        let waiting = "A call that is cancelled while it waits ends as cancelled, soon"
        return [
            Self("takes being cancelled for another failure", failing: before, waiting) { failure in
                .failure(failure == cancelled ? other : failure)
            },
            Self(description: "starts although it was cancelled", failedRows: [before]) { _, operation in
                { input throws(Failure) in
                    guard Task.isCancelled else { return try await operation(input) }
                    return try await started(operation, input).value.get()
                }
            },
            Self(
                description: "does not notice that it is cancelled while it waits",
                failedRows: Set([waiting] + (alsoHanging.map { [$0] } ?? [])),
                hangs: true
            ) { _, operation in
                { input throws(Failure) in
                    if Task.isCancelled { throw cancelled }
                    return try await started(operation, input).value.get()
                }
            },
        ]
    }

    /// The operation in a task of its own, which the caller's cancellation does not reach.
    private static func started(
        _ operation: @escaping Operation,
        _ input: Input
    ) -> Task<TestedContract.Outcome, Never> {
        Task {
            do throws(Failure) {
                return .success(try await operation(input))
            } catch {
                return .failure(error)
            }
        }
    }
}

// MARK: - Signing in

private struct ChangedSignIn: SignIn {
    let operation: SignInMutant.Operation

    func signIn(with credentials: Credentials) async throws(SignInError) -> UserID {
        try await operation(credentials)
    }
}

private let signInMutants =
    SignInMutant.ofCancellation(.cancelled, .unavailable, alsoHanging: nil) + [
        SignInMutant("answers the login", failing: "Right credentials answer who it is, whatever characters they have")
        { _, _ in UserID("ada+test@example.com") },
        SignInMutant(
            description: "trims what was typed",
            failedRows: ["A password that differs in white space alone is wrong"]
        ) { situation, operation in
            { credentials throws(SignInError) in
                guard case .open(let account) = situation, account.credentials.login == credentials.login else {
                    return try await operation(credentials)
                }
                return try await operation(account.credentials)
            }
        },
        SignInMutant(
            "lets everybody in whose password it knows",
            failing: "An unknown login is refused as a wrong password is",
            "A password that differs in white space alone is wrong"
        ) { failure in failure == .wrongCredentials ? .success(UserID("ada")) : .failure(failure) },
        SignInMutant(
            "does not say until when",
            failing: "A store that takes no attempts says until when"
        ) { failure in
            if case .locked = failure { .failure(.locked(until: nil)) } else { .failure(failure) }
        },
        SignInMutant(
            "takes a lock for wrong credentials",
            failing: "A store that takes no attempts says until when",
            "A store that takes no attempts may not say until when"
        ) { failure in
            if case .locked = failure { .failure(.wrongCredentials) } else { .failure(failure) }
        },
        SignInMutant(
            "takes a store out of reach for wrong credentials",
            failing: "A store out of reach is a failure of its own"
        ) { .failure($0 == .unavailable ? .wrongCredentials : $0) },
        SignInMutant("signs somebody in by half an answer", failing: "An answer that can't be read signs nobody in") {
            $0 == .malformed ? .success(UserID("")) : .failure($0)
        },
        SignInMutant("hides that nothing is kept", failing: "A sign-in that can't be kept is a failure") {
            $0 == .notKept ? .success(UserID("ada")) : .failure($0)
        },
    ]

// MARK: - Signing out

private struct ChangedSignOut: SignOut {
    let operation: SignOutMutant.Operation

    func signOut(discardingPendingChanges: Bool) async throws(SignOutError) {
        try await operation(discardingPendingChanges)
    }
}

/// A sign-out with one behaviour taken out, and the rows that must find it.
struct SignOutMutant: Sendable, CustomStringConvertible {
    typealias Operation = @Sendable (Bool) async throws(SignOutError) -> Void

    /// What is wrong with it.
    let description: String
    /// The names of the rows that fail, all of them.
    let failedRows: Set<String>
    let change: @Sendable (SignOutSituation, MockSignOut) -> Operation

    init(
        _ description: String,
        failing rows: String...,
        change: @escaping @Sendable (SignOutSituation, MockSignOut) -> Operation
    ) {
        self.description = description
        failedRows = Set(rows)
        self.change = change
    }
}

private let signOutMutants = [
    SignOutMutant(
        "does nothing",
        failing: "Who was signed in is signed in no more",
        "It works without a connection",
        "Changes that were never sent are told first",
        "Changes are lost when that is agreed to",
        "What can't be erased is told, and the person stays signed in"
    ) { _, _ in
        { _ throws(SignOutError) in if Task.isCancelled { throw .cancelled } }
    },
    SignOutMutant("minds that nobody is signed in", failing: "Nobody signed in is no error") { _, mock in
        { isDiscarding throws(SignOutError) in
            if !mock.isSignedIn { throw .notErased }
            try await mock.signOut(discardingPendingChanges: isDiscarding)
        }
    },
    SignOutMutant("needs a connection", failing: "It works without a connection") { situation, mock in
        { isDiscarding throws(SignOutError) in
            if case .offline = situation { throw .notErased }
            try await mock.signOut(discardingPendingChanges: isDiscarding)
        }
    },
    SignOutMutant(
        "loses changes without asking",
        failing: "Changes that were never sent are told first",
        "Telling of changes leaves everything as it was"
    ) { _, mock in
        { _ throws(SignOutError) in try await mock.signOut(discardingPendingChanges: true) }
    },
    SignOutMutant(
        "tells of changes when they are lost",
        failing: "Telling of changes leaves everything as it was"
    ) { _, mock in
        { isDiscarding throws(SignOutError) in
            let pending = mock.pendingChanges
            try await mock.signOut(discardingPendingChanges: true)
            if pending > 0, !isDiscarding { throw .pendingChanges(pending) }
        }
    },
    SignOutMutant("asks whatever is agreed to", failing: "Changes are lost when that is agreed to") { _, mock in
        { _ throws(SignOutError) in try await mock.signOut(discardingPendingChanges: false) }
    },
    SignOutMutant(
        "hides that nothing was erased",
        failing: "What can't be erased is told, and the person stays signed in"
    ) { _, mock in
        { isDiscarding throws(SignOutError) in
            do throws(SignOutError) {
                try await mock.signOut(discardingPendingChanges: isDiscarding)
            } catch {
                if error != .notErased { throw error }
            }
        }
    },
    SignOutMutant(
        "signs out although it was cancelled",
        failing: "A call that is cancelled before it starts ends as cancelled and changes nothing"
    ) { _, mock in
        { isDiscarding throws(SignOutError) in
            guard Task.isCancelled else { return try await mock.signOut(discardingPendingChanges: isDiscarding) }
            await Task { try? await mock.signOut(discardingPendingChanges: isDiscarding) }.value
            throw .cancelled
        }
    },
]

// MARK: - Profiles

private struct ChangedProfile: FetchProfile {
    let operation: ProfileMutant.Operation

    func profile(of user: UserID) async throws(ProfileError) -> Snapshot<Profile> {
        try await operation(user)
    }
}

extension FetchProfileSituation {
    fileprivate var hasUnreadablePhone: Bool { if case .unreadablePhone = self { true } else { false } }
}

private let nobody = Snapshot(Profile(name: "", phone: nil, bonusPoints: 0), freshness: .live)

private let profileMutants =
    ProfileMutant.ofCancellation(
        .cancelled,
        .unavailable,
        alsoHanging: "A call that is cancelled leaves a newer one of the same kind alone"
    ) + [
        ProfileMutant(
            "loses the telephone number",
            failing: "Every part of a profile comes through",
            "A kept answer has its profile",
            "A call that is cancelled leaves a newer one of the same kind alone",
            "Two calls at once each get their own answer"
        ) { _, answer in
            answer.map { Profile(name: $0.name, phone: nil, bonusPoints: $0.bonusPoints) }
        },
        ProfileMutant(
            "has a number for everybody",
            failing: "A profile without telephone and points comes through",
            "A telephone number that can't be read leaves the rest",
            "Two calls at once each get their own answer"
        ) { _, answer in
            answer.map { Profile(name: $0.name, phone: $0.phone ?? "", bonusPoints: $0.bonusPoints) }
        },
        ProfileMutant("does not say that an answer is live", failing: "A live answer says so") { _, answer in
            answer.freshness == .live ? answer.with(freshness: .unknown) : answer
        },
        ProfileMutant("tells of gaps where none are", failing: "A complete answer tells of no gaps") { _, answer in
            answer.with(unreadable: answer.unreadable + [FieldPath([])])
        },
        ProfileMutant("takes what was kept for live", failing: "A kept answer has its age") { _, answer in
            answer.with(freshness: .live)
        },
        ProfileMutant("keeps the age alone", failing: "A kept answer has its profile") { situation, answer in
            if case .kept = situation { answer.with(value: nobody.value) } else { answer }
        },
        ProfileMutant("drops a number silently", failing: "A telephone number that can't be read is told") {
            situation,
            answer in
            situation.hasUnreadablePhone ? answer.with(unreadable: []) : answer
        },
        ProfileMutant(
            "gives up a profile for its number",
            failing: "A telephone number that can't be read leaves the rest"
        ) { situation, answer in
            situation.hasUnreadablePhone ? answer.with(value: nobody.value) : answer
        },
        ProfileMutant("knows everybody", failing: "An unknown user is a failure of its own") { failure in
            failure == .unknownUser ? .success(nobody) : .failure(failure)
        },
        ProfileMutant(
            description: "does without a name",
            failedRows: ["A profile without its name is no profile"]
        ) { situation, operation in
            { user throws(ProfileError) in
                if case .withoutName = situation { return nobody }
                return try await operation(user)
            }
        },
        ProfileMutant(
            description: "makes a profile of a damaged answer",
            failedRows: ["A malformed answer is a failure"]
        ) { situation, operation in
            { user throws(ProfileError) in
                if case .malformed = situation { return nobody }
                return try await operation(user)
            }
        },
        ProfileMutant("hides that sign-in was refused", failing: "A refused sign-in is a failure of its own") {
            .failure($0 == .unauthorised ? .unavailable : $0)
        },
        ProfileMutant(
            "has an empty profile when it reaches nobody",
            failing: "A store out of reach with nothing kept is a failure"
        ) { $0 == .unavailable ? .success(nobody) : .failure($0) },
        ProfileMutant(
            description: "answers everybody as Ada",
            failedRows: [
                "An unknown user is a failure of its own", "A profile without telephone and points comes through",
                "Two calls at once each get their own answer",
            ]
        ) { _, operation in
            { _ throws(ProfileError) in try await operation(UserID("ada")) }
        },
        ProfileMutant(
            description: "drops the newer call with the older",
            failedRows: ["A call that is cancelled leaves a newer one of the same kind alone"]
        ) { _, operation in
            let first = FirstCall()
            return { user throws(ProfileError) in
                guard first.isFirst(user) else {
                    _ = try await operation(user)
                    throw .cancelled
                }
                return try await operation(user)
            }
        },
    ]

private final class FirstCall: Sendable {
    private let users = Mutex<Set<UserID>>([])

    func isFirst(_ user: UserID) -> Bool { users.withLock { $0.insert(user).inserted } }
}
