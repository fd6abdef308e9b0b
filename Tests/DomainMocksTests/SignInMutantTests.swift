import Domain
import DomainContracts
import DomainMocks
import TestSupport
import Testing

@Suite("A mocked sign-in or sign-out without one of its behaviours fails the rows about it, and no others")
struct SignInMutantTests {
    @Test("Signing in", arguments: signInMutants)
    func signIn(_ mutant: SignInMutant) async throws {
        let failed = try await mutant.rowsFailed(of: SignInContract.rows) { mockedSignIn(in: $0).signIn }
        #expect(failed == mutant.failedRows)
    }

    @Test("Signing out", arguments: signOutMutants)
    func signOut(_ mutant: SignOutMutant) async throws {
        let failed = try await mutant.rowsFailed(of: SignOutContract.rows) { situation, change in
            let mock = mockedSignOut(in: situation)
            var changed = ChangedSignOut(situation: situation, mock: mock, operation: mock.signOut)
            change(&changed)
            return mock.arranged(changed)
        }
        #expect(failed == mutant.failedRows)
    }

    @Test("Every row is failed by a mutant")
    func everyRow() {
        #expect(unfailed(SignInContract.rows, by: signInMutants.map(\.failedRows)) == [])
        #expect(unfailed(SignOutContract.rows, by: signOutMutants.map(\.failedRows)) == [])
    }
}

typealias SignInMutant = Mutant<SignInSituation, Credentials, UserID, SignInError>

// MARK: - Signing in

private let signInMutants =
    SignInMutant.ofCancellation(.cancelled, .unavailable).compactMap { $0.against(SignInContract.rows.map(\.name)) } + [
        SignInMutant("answers the login", failing: "Right credentials answer who it is, whatever characters they have")
        { _, _ in UserID("ada+test@example.com") },
        SignInMutant(
            description: "trims what was typed",
            failedRows: ["A password that differs in white space alone is wrong"]
        ) { situation, operation, _ in
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
        SignInMutant(
            "takes a store that asks to wait for one out of reach",
            failing: "A store that asks to wait is a failure of its own"
        ) { .failure($0 == .busy ? .unavailable : $0) },
        SignInMutant(
            "loses somebody else's changes",
            failing: "Somebody else's changes that were never sent are reported, and not lost"
        ) {
            if case .pendingChanges = $0 { .success(UserID("ada")) } else { .failure($0) }
        },
        SignInMutant("signs somebody in by half an answer", failing: "An answer that can't be read signs nobody in") {
            $0 == .malformed ? .success(UserID("")) : .failure($0)
        },
        SignInMutant("hides that nothing is kept", failing: "A sign-in that can't be stored is a failure") {
            $0 == .notStored ? .success(UserID("ada")) : .failure($0)
        },
    ]

// MARK: - Signing out

/// A sign-out that can be exchanged.
struct ChangedSignOut: SignOut {
    let situation: SignOutSituation
    let mock: MockSignOut
    var operation: UseCaseCall<Bool, Void, SignOutError>

    func signOut(discardingPendingChanges: Bool) async throws(SignOutError) {
        try await operation(discardingPendingChanges)
    }
}

typealias SignOutMutant = PartsMutant<ChangedSignOut>

private let signOutMutants = [
    SignOutMutant(
        "does nothing",
        failing: "Who was signed in is signed in no more",
        "It works without a connection",
        "Changes that were never sent are reported first",
        "Changes are lost when that is agreed to",
        "Data that can't be erased is reported, and nobody is signed out"
    ) { parts in
        parts.operation = { _ throws(SignOutError) in if Task.isCancelled { throw .cancelled } }
    },
    SignOutMutant("minds that nobody is signed in", failing: "Nobody signed in is no error") { parts in
        parts.operation = { [mock = parts.mock] isDiscarding throws(SignOutError) in
            if !mock.isSignedIn { throw .notErased }
            try await mock.signOut(discardingPendingChanges: isDiscarding)
        }
    },
    SignOutMutant("needs a connection", failing: "It works without a connection") { parts in
        parts.operation = { [mock = parts.mock, situation = parts.situation] isDiscarding throws(SignOutError) in
            if case .offline = situation { throw .notErased }
            try await mock.signOut(discardingPendingChanges: isDiscarding)
        }
    },
    SignOutMutant(
        "loses changes without asking",
        failing: "Changes that were never sent are reported first",
        "Telling of changes leaves everything as it was"
    ) { parts in
        parts.operation = { [mock = parts.mock] _ throws(SignOutError) in
            try await mock.signOut(discardingPendingChanges: true)
        }
    },
    SignOutMutant(
        "tells of changes when they are lost",
        failing: "Telling of changes leaves everything as it was"
    ) { parts in
        parts.operation = { [mock = parts.mock] isDiscarding throws(SignOutError) in
            let pending = mock.pendingChanges
            try await mock.signOut(discardingPendingChanges: true)
            if pending > 0, !isDiscarding { throw .pendingChanges(pending) }
        }
    },
    SignOutMutant("asks whatever is agreed to", failing: "Changes are lost when that is agreed to") { parts in
        parts.operation = { [mock = parts.mock] _ throws(SignOutError) in
            try await mock.signOut(discardingPendingChanges: false)
        }
    },
    SignOutMutant(
        "hides that nothing was erased",
        failing: "Data that can't be erased is reported, and nobody is signed out"
    ) { parts in
        parts.operation = { [mock = parts.mock] isDiscarding throws(SignOutError) in
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
    ) { parts in
        parts.operation = { [mock = parts.mock] isDiscarding throws(SignOutError) in
            guard Task.isCancelled else { return try await mock.signOut(discardingPendingChanges: isDiscarding) }
            await Task { try? await mock.signOut(discardingPendingChanges: isDiscarding) }.value
            throw .cancelled
        }
    },
]
