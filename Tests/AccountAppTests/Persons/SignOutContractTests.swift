import AccountSandbox
import Domain
import DomainContracts
import Foundation
import StoreClient
import Testing

@testable import account

extension RealModulesTests {
    @Suite("Signing out of a device")
    struct SignOutContractTests {
        @Test("It does what every implementation must do", arguments: SignOutContract.rows)
        func contract(_ row: SignOutContract.Row) async throws {
            let bench = try await PersonsBench.start()
            try await SignOutContract(timeLimit: .seconds(120)) { try await bench.signOut(in: $0) }.check(row)
            await bench.stop()
        }
    }
}

extension PersonsBench {
    /// Returns the sign-out of a new process in `situation`.
    fileprivate func signOut(in situation: SignOutSituation) async throws -> SignOutArrangement {
        for action in actions(before: situation) {
            _ = try await play(PersonsStep(server: "A", person: PersonsStep.ada, action: action), PersonsModel())
        }
        let settings = try settings(of: "A", isOffline: false)
        let composition = try await open(settings)
        switch situation {
        case .offline: await servers["A"]?.stop()
        case .notErasable:
            // What counts the sign-outs can't be written.
            let counter = settings.stateFolder.store.appending(path: "\(settings.storeServer.fileName).sign-outs")
            try FileManager.default.removeItem(at: counter)
            try FileManager.default.createDirectory(at: counter, withIntermediateDirectories: false)
        case .signedIn, .signedOut: break
        }
        return SignOutArrangement(
            signOut: composition.signOut,
            isSignedIn: { try await self.found()["A"]?.person != nil },
            pendingChanges: { try await self.found()["A"]?.pending ?? 0 }
        )
    }

    private func actions(before situation: SignOutSituation) -> [PersonsStep.Action] {
        switch situation {
        case .signedOut: []
        case .signedIn(pendingChanges: 1): [.signIn, .read, .offline]
        case .signedIn, .offline, .notErasable: [.signIn, .read]
        }
    }
}
