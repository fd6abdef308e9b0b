import AccountSandbox
import Domain
import Foundation
import StoreClient
import Strangler

extension Composition {
    /// The configuration of the real modules.
    struct Settings: Sendable {
        /// The store's URL; `nil` starts a store in this process.
        let server: URL?
        /// How requests reach it.
        var wire = Wire.inProcess
        /// Where news come from.
        var news = NewsSource.polling(every: .seconds(10))
        let isOffline: Bool
        let stateFolder: StateFolder
        /// The time limit for all calls together; for each call if the command goes on until it is interrupted.
        let timeout: Duration
        /// Whether the command goes on until it is interrupted.
        var isContinuous = false
        /// Called with a description of what could not be stored.
        let warn: @Sendable (String) -> Void

        /// Whether the store may get the login of the demo user: the one in this process, and one on this machine, which is a
        /// sandbox too or somebody's own. Another store's users have nothing to do with the demo user.
        var mayKnowDemoUser: Bool { server?.isOnThisMachine ?? true }

        /// The identity of the store. Tokens and responses of one store are never used for another.
        var storeServer: StoreServer { Self.storeServer(at: server) }

        /// The name that files of the store at a URL have; `nil` is the store in this process.
        static func storeFileName(at server: URL?) -> String { storeServer(at: server).fileName }

        private static func storeServer(at server: URL?) -> StoreServer {
            server.map { StoreServer($0) } ?? StoreServer(named: "sandbox")
        }

        /// The place of the sign-in with the store.
        var tokenStore: FileTokenStore {
            FileTokenStore(folder: stateFolder.store, server: storeServer, clock: ContinuousClock(), warn: warn)
        }
    }
}

extension Composition.Settings {
    /// Starts a store in this process, if the options name none.
    func startSandbox() async throws(AccountFailure) -> SandboxServer? {
        guard server == nil, !isOffline else { return nil }
        var configuration = SandboxConfiguration()
        configuration.stateFolder = stateFolder.sandbox
        configuration.warn = warn
        do throws(SandboxError) {
            return try await SandboxServer.start(configuration)
        } catch {
            throw .sandbox(error)
        }
    }

    /// Returns the plans that were set, or `legacy` if they can't be read, which doesn't harm any call.
    func plans() -> [Migration.UseCase: Plan] {
        do throws(VersionedFileError) {
            return try PlanFile(folder: stateFolder.migration).plans()
        } catch {
            warn("The plans of the hand-overs can't be read: \(error). The legacy service serves all calls.")
            return [:]
        }
    }
}

extension Migration.Settings {
    init(_ settings: Composition.Settings) {
        self.init(
            server: settings.storeServer.escapedDescription,
            deadline: settings.timeout / 2,
            // The data of a store in this process is nobody's personal data.
            specimenSource: settings.server == nil ? "seed=\(SandboxConfiguration().seed)" : nil
        )
    }
}
