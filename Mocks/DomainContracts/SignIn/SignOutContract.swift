public import Domain

/// The situation that a contract puts an implementation of `SignOut` into.
public enum SignOutSituation: Sendable {
    /// A user is signed in, with this many changes (0 or 1) that were never sent.
    case signedIn(pendingChanges: Int)
    /// Like `signedIn` with no pending changes, but the store can't be reached.
    case offline
    /// Nobody is signed in.
    case signedOut
    /// A user is signed in, and the data stored on this device can't be erased.
    case notErasable
}

/// An implementation of `SignOut`, and functions that observe its effects.
public struct SignOutArrangement: Sendable {
    let signOut: any SignOut
    let isSignedIn: @Sendable () async throws -> Bool
    let pendingChanges: @Sendable () async throws -> Int

    /// Creates an arrangement from the implementation, a function that returns whether a user is signed in on this device, and
    /// one that returns how many changes are queued for the user who was signed in first.
    public init(
        signOut: any SignOut,
        isSignedIn: @escaping @Sendable () async throws -> Bool,
        pendingChanges: @escaping @Sendable () async throws -> Int
    ) {
        self.signOut = signOut
        self.isSignedIn = isSignedIn
        self.pendingChanges = pendingChanges
    }
}

/// What every `SignOut` must do.
public typealias SignOutContract = Contract<SignOutSituation, SignOutArrangement>

extension SignOutContract {
    /// All rows of the contract.
    public static var rows: [Row] {
        [
            row("Who was signed in is signed in no more", .signedIn(pendingChanges: 0)) { contract, arranged in
                try await contract.answer(arranged.signOut(discarding: false))
                try expect(try await arranged.isSignedIn(), false)
            },
            row("Nobody signed in is no error", .signedOut) { contract, arranged in
                try await contract.answer(arranged.signOut(discarding: false))
                try expect(try await arranged.isSignedIn(), false)
            },
            row("It works without a connection", .offline) { contract, arranged in
                try await contract.answer(arranged.signOut(discarding: false))
                try expect(try await arranged.isSignedIn(), false)
            },
            row("Changes that were never sent are reported first", .signedIn(pendingChanges: 1)) { contract, arranged in
                try await contract.expectFailure(.pendingChanges(1), arranged.signOut(discarding: false))
            },
            row("Telling of changes leaves everything as it was", .signedIn(pendingChanges: 1)) { contract, arranged in
                _ = try await contract.outcome(arranged.signOut(discarding: false))
                try expect(try await arranged.isSignedIn(), true)
                try expect(try await arranged.pendingChanges(), 1)
            },
            row("Changes are lost when that is agreed to", .signedIn(pendingChanges: 1)) { contract, arranged in
                try await contract.answer(arranged.signOut(discarding: true))
                try expect(try await arranged.isSignedIn(), false)
                try expect(try await arranged.pendingChanges(), 0)
            },
            row("Data that can't be erased is reported, and nobody is signed out", .notErasable) { contract, arranged in
                try await contract.expectFailure(.notErased, arranged.signOut(discarding: false))
                try expect(try await arranged.isSignedIn(), true)
            },
            row(
                "A call that is cancelled before it starts ends as cancelled and changes nothing",
                .signedIn(pendingChanges: 0)
            ) { contract, arranged in
                try await contract.expectFailure(.cancelled, cancelled: true, arranged.signOut(discarding: false))
                try expect(try await arranged.isSignedIn(), true)
            },
        ]
    }

    private static func row(
        _ name: String,
        _ situation: SignOutSituation,
        check: @escaping @Sendable (SignOutContract, SignOutArrangement) async throws -> Void
    ) -> Row {
        Row(name: name) { contract in try await check(contract, try await contract.arrange(situation)) }
    }
}

extension SignOutArrangement {
    fileprivate func signOut(discarding: Bool) -> @Sendable () async throws(SignOutError) -> Void {
        { [signOut] () async throws(SignOutError) in try await signOut.signOut(discardingPendingChanges: discarding) }
    }
}
