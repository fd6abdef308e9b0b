import AccountSandbox
import Domain
import Foundation
import GRDB
import StoreClient
import Testing

@testable import account

/// Tests of the real modules. Each configures the legacy service, and a process has only one, so they don't run in parallel.
@Suite("With the real modules", .serialized)
struct RealModulesTests {}

/// One device, two servers, and what is really there.
actor PersonsBench {
    let servers: [String: SandboxServer]
    private var folder: URL
    private var opened: [Composition] = []
    /// The tokens that were ever issued since `begin`.
    private var issued: [(server: String, user: UserID, token: String)] = []

    private init(_ servers: [String: SandboxServer]) {
        self.servers = servers
        folder = Self.newFolder()
    }

    private static func newFolder() -> URL {
        FileManager.default.temporaryDirectory.appending(path: "persons-\(UUID().uuidString)")
    }

    static func start() async throws -> PersonsBench {
        PersonsBench([
            "A": try await SandboxServer.start(SandboxConfiguration()),
            "B": try await SandboxServer.start(SandboxConfiguration()),
        ])
    }

    func stop() async {
        for composition in opened { await composition.stop() }
        try? FileManager.default.removeItem(at: folder)
        for server in servers.values { await server.stop() }
    }

    /// Begins with an empty device.
    func begin() throws {
        try? FileManager.default.removeItem(at: folder)
        folder = Self.newFolder()
        issued = []
    }

    /// Carries out a step as a command does, in a composition of its own.
    func play(_ step: PersonsStep, _ before: PersonsModel) async throws -> PersonsModel.Outcome {
        let settings = try settings(of: step.server, isOffline: step.action == .offline)
        let composition = try await Composition.real(settings)
        let outcome = try await played(step, in: composition, settings)
        await composition.stop()
        return outcome
    }

    /// Opens a composition that lasts until `stop`.
    func open(_ settings: Composition.Settings) async throws -> Composition {
        let composition = try await Composition.real(settings)
        opened.append(composition)
        return composition
    }

    private func played(
        _ step: PersonsStep,
        in composition: Composition,
        _ settings: Composition.Settings
    ) async throws -> PersonsModel.Outcome {
        switch step.action {
        case .signIn:
            let account = step.person == PersonsStep.ada ? SandboxAccount.demo : .other
            do throws(SignInError) {
                _ = try await composition.signIn.signIn(
                    with: Credentials(login: account.login, password: account.password)
                )
            } catch {
                guard case .pendingChanges = error else { throw error }
                return .wouldLose
            }
            guard case .tokens(let tokens) = try await settings.tokenStore.load() else { throw SignInError.notStored }
            issued.append((step.server, tokens.user, tokens.accessToken))
            return .done
        case .signOut:
            do throws(SignOutError) {
                try await composition.signOut.signOut(discardingPendingChanges: false)
            } catch {
                guard case .pendingChanges = error else { throw error }
                return .wouldLose
            }
            return .done
        case .read, .change, .offline:
            // Nobody who isn't signed in is shown. If nobody ever was, a command would sign the demo user in.
            guard case .tokens = try await settings.tokenStore.load() else { return .refused }
            guard let person = try? await composition.person(named: step.person, mayBeAnybody: false) else {
                return .refused
            }
            try await use(step.action, composition.users[person].stored, of: person)
            if person == PersonsStep.ada, step.action != .offline { try leaveLegacyTraces(settings) }
            return .done
        }
    }

    private func use(_ action: PersonsStep.Action, _ stored: StoredModules, of person: UserID) async throws {
        if action == .offline {
            guard let known = try? await stored.fetchSettings.notificationSettings(of: person).value else { return }
            _ = try await stored.updateSettings.setNewDeals(!known.newDeals, for: person)
            return
        }
        _ = try await stored.sendPendingChanges.sendPendingChanges(of: person)
        _ = try await stored.fetchProfile.profile(of: person)
        try await stored.refreshDeals.refreshDeals()
        let settings = try await stored.fetchSettings.notificationSettings(of: person).value
        if action == .change { _ = try await stored.updateSettings.setNewDeals(!settings.newDeals, for: person) }
    }

    /// Leaves what the legacy service stores of its user. The service itself is one for the whole process, which other tests
    /// configure, too.
    private func leaveLegacyTraces(_ settings: Composition.Settings) throws {
        let folder = settings.stateFolder.legacy.appending(path: settings.storeServer.fileName)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data("ada".utf8).write(to: folder.appending(path: "session.json"))
    }

    func settings(of server: String, isOffline: Bool) throws -> Composition.Settings {
        Composition.Settings(
            server: try #require(servers[server]?.url),
            isOffline: isOffline,
            stateFolder: StateFolder(folder.path),
            timeout: .seconds(60),
            warn: { _ in }
        )
    }

    /// Returns what is on the device, from all tables with data of users, whatever they are called.
    func found() async throws -> [String: PersonsModel.Place] {
        var places: [String: PersonsModel.Place] = [:]
        for server in servers.keys {
            let settings = try settings(of: server, isOffline: true)
            var place = PersonsModel.Place()
            if case .tokens(let tokens) = try await settings.tokenStore.load() { place.person = tokens.user }
            let legacy = settings.stateFolder.legacy.appending(path: settings.storeServer.fileName)
            if FileManager.default.fileExists(atPath: legacy.path) { place.legacy = PersonsStep.ada }
            let file = settings.stateFolder.store.appending(path: "\(settings.storeServer.fileName).sqlite")
            if FileManager.default.fileExists(atPath: file.path) {
                (place.rows, place.pending) = try Self.rows(in: file)
            }
            places[server] = place
        }
        return places
    }

    private static func rows(in file: URL) throws -> (Set<UserID>, pending: Int) {
        let queue = try DatabaseQueue(path: file.path)
        defer { try? queue.close() }
        return try queue.read { database in
            var users: Set<UserID> = []
            for table in try String.fetchAll(database, sql: "SELECT name FROM sqlite_master WHERE type = 'table'") {
                let columns = try database.columns(in: table).map(\.name)
                guard columns.contains("user") else { continue }
                let keys = try Data.fetchAll(database, sql: "SELECT DISTINCT user FROM \(table)")
                users.formUnion(keys.map { UserID(String(decoding: $0, as: UTF8.self)) })
            }
            return (users, try Int.fetchOne(database, sql: "SELECT count(*) FROM pendingChange") ?? 0)
        }
    }

    /// Returns who can still read the store with a token that was ever issued to this device.
    func validTokens() async throws -> [String: Set<UserID>] {
        let wire = URLSessionTransport(deadline: .seconds(60), largestBody: 1 << 20, clock: ContinuousClock())
        var valid: [String: Set<UserID>] = servers.mapValues { _ in [] }
        for (server, user, token) in issued {
            guard let url = servers[server]?.url.appending(path: "user") else { continue }
            let answer = try await wire.send(
                HTTPRequest(method: "GET", url: url, headers: ["Authorization": "Bearer \(token)"])
            )
            if answer.status == 200 { valid[server, default: []].insert(user) }
        }
        return valid
    }
}
