import AccountSandbox
import Domain
import Foundation
import LegacyData
import TestSupport
import Testing

/// The adapters with the real singleton and real HTTP. There is one singleton per process, so each test runs in a child
/// process.
// One server at a time: each needs a thread of its own, and their number in a process is limited.
@Suite("The legacy code, against the sandbox", .serialized, .timeLimit(.minutes(15)))
struct LegacyAccountAccessTests {
    @Test("Who signs in is told by the store")
    func signIn() async {
        await #expect(processExitsWith: .success) {
            try await withSandbox { access, _, _ in
                let user = try await access.signedInUser(within: .seconds(30), on: StoppedClock())
                #expect(user == UserID("ada"))
            }
        }
    }

    @Test("Orders and addresses of the signed-in user are live, and need one request each")
    func live() async {
        await #expect(processExitsWith: .success) {
            try await withSandbox { access, sandbox, _ in
                let ada = try await access.signedInUser(within: .seconds(30), on: StoppedClock())
                let orders = try await LegacyFetchUserOrder(gateway: gateway(access)).fetchOrders(for: ada)
                let addresses = try await LegacyFetchUserAddresses(gateway: gateway(access)).fetchAddresses(for: ada)
                #expect(orders.freshness == .live && orders.unreadable.isEmpty && orders.value.count == 12)
                #expect(addresses.freshness == .live && addresses.unreadable.isEmpty && !addresses.value.isEmpty)
                #expect(
                    sandbox.requests.map(\.description) == [
                        "POST /legacy/login", "POST /legacy/token", "GET /legacy/users/ada/orders",
                        "GET /legacy/users/ada/addresses",
                    ]
                )
            }
        }
    }

    @Test("A wrong password is a refusal")
    func refused() async {
        await #expect(processExitsWith: .success) {
            try await withSandbox(faults: [SandboxFault(.signInRefused)]) { access, _, _ in
                await #expect(throws: LegacySignInError.refused) {
                    try await access.signedInUser(within: .seconds(30), on: StoppedClock())
                }
            }
        }
    }

    @Test("The token for what replaces it is that of the sign-in there is, and of one that is made where there is none")
    func token() async {
        await #expect(processExitsWith: .success) {
            try await withSandbox { access, sandbox, _ in
                let vended = await access.token()
                #expect(vended?.user == UserID("ada"))
                #expect(vended?.token.isEmpty == false)
                let count = sandbox.requests.count
                let again = await access.token()
                #expect(again?.token == vended?.token)
                #expect(sandbox.requests.count == count)
            }
        }
    }

    @Test("Where the sign-in is refused there is no token")
    func noToken() async {
        await #expect(processExitsWith: .success) {
            try await withSandbox(faults: [SandboxFault(.signInRefused)]) { access, _, _ in
                let vended = await access.token()
                #expect(vended == nil)
            }
        }
    }

    @Test("Without a store, whoever signed in last is still known")
    func keptUser() async {
        await #expect(processExitsWith: .success) {
            try await withSandbox { online, _, folder in
                _ = try await online.signedInUser(within: .seconds(30), on: StoppedClock())
                let offline = access(server: nil, folder: folder, isOffline: true)
                let user = try await offline.signedInUser(within: .seconds(30), on: StoppedClock())
                #expect(user == UserID("ada"))
            }
        }
    }

    @Test("Without a store, nobody is known who never signed in", arguments: [true, false])
    func nobodyStored(_ isOffline: Bool) async {
        await #expect(processExitsWith: .success) { [isOffline = isOffline as Bool] in
            let access = access(server: nil, folder: nil, isOffline: isOffline)
            await #expect(throws: LegacySignInError.unavailable) {
                try await access.signedInUser(within: .seconds(30), on: StoppedClock())
            }
        }
    }

    @Test("A sign-in that takes too long is unavailable")
    func slowSignIn() async {
        await #expect(processExitsWith: .success) {
            var configuration = SandboxConfiguration()
            configuration.latency = .seconds(600)
            let sandbox = try await SandboxServer.start(configuration)
            let access = access(server: sandbox.url, folder: nil)
            await #expect(throws: LegacySignInError.unavailable) {
                try await access.signedInUser(within: .seconds(30), on: ArrivalClock(sandbox: sandbox))
            }
        }
    }

    @Test("A sign-in that is cancelled ends as cancelled")
    func cancelledSignIn() async {
        await #expect(processExitsWith: .success) {
            let access = access(server: nil, folder: nil)
            await Task {
                withUnsafeCurrentTask { $0?.cancel() }
                _ = await #expect(throws: LegacySignInError.cancelled) {
                    try await access.signedInUser(within: .seconds(30), on: StoppedClock())
                }
            }.value
        }
    }

    @Test("A store that misbehaves, with nothing kept", arguments: misbehaviours)
    func nothingStored(_ row: Misbehaviour) async {
        await #expect(processExitsWith: .success) { [row = row as Misbehaviour] in
            let kind = try #require(SandboxFault.Kind(rawValue: row.fault))
            try await withSandbox(faults: [SandboxFault(kind)], patience: row.patience) { access, _, _ in
                #expect(await end(of: access) == row.cold)
            }
        }
    }

    @Test("A store that misbehaves after a good answer", arguments: misbehaviours)
    func kept(_ row: Misbehaviour) async {
        await #expect(processExitsWith: .success) { [row = row as Misbehaviour] in
            let kind = try #require(SandboxFault.Kind(rawValue: row.fault))
            try await withSandbox { before, _, folder in
                #expect(await end(of: before) == .live)
                var configuration = SandboxConfiguration()
                configuration.stateFolder = folder
                configuration.faults = [SandboxFault(kind)]
                let sandbox = try await SandboxServer.start(configuration)
                let after = access(server: sandbox.url, folder: folder, patience: row.patience)
                #expect(await end(of: after) == row.warm)
            }
        }
    }
}

/// A clock on which every wait ends once a request has arrived.
// The process of a test mustn't end while its first request sets up TLS on another thread: that crashes.
private struct ArrivalClock: Clock {
    let sandbox: SandboxServer
    let now = ContinuousClock.now
    let minimumResolution = Duration.zero

    func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
        while sandbox.requests.isEmpty { await Task.yield() }
    }
}

/// The sandbox's misbehaviour, and the outcome of a call for orders.
struct Misbehaviour: Codable, Sendable, CustomTestStringConvertible {
    enum End: String, Codable { case live, cached, unavailable, malformed, unauthorised, other }

    /// A `SandboxFault.Kind`.
    let fault: String
    /// The outcome with nothing stored.
    let cold: End
    /// The outcome with an earlier response stored.
    let warm: End

    init(_ fault: SandboxFault.Kind, _ cold: End, _ warm: End) {
        self.fault = fault.rawValue
        self.cold = cold
        self.warm = warm
    }

    var testDescription: String { fault }

    /// The time-out of the legacy code in seconds: short if the test waits for it.
    var patience: Int { ["silent", "stall", "endless"].contains(fault) ? 2 : 120 }
}

private let misbehaviours = [
    Misbehaviour(.drop, .unavailable, .cached), Misbehaviour(.cut, .unavailable, .cached),
    Misbehaviour(.silent, .unavailable, .cached), Misbehaviour(.stall, .unavailable, .cached),
    Misbehaviour(.endless, .unavailable, .cached), Misbehaviour(.truncated, .malformed, .cached),
    Misbehaviour(.html, .malformed, .cached), Misbehaviour(.malformed, .malformed, .cached),
    Misbehaviour(.unauthorised, .unauthorised, .unauthorised), Misbehaviour(.tooManyRequests, .unavailable, .cached),
    Misbehaviour(.unavailable, .unavailable, .cached), Misbehaviour(.serverError, .unavailable, .cached),
    Misbehaviour(.signInRefused, .unauthorised, .live), Misbehaviour(.unknownStatus, .live, .live),
    Misbehaviour(.duplicateID, .live, .live), Misbehaviour(.unreadableRecord, .live, .live),
    Misbehaviour(.stale, .cached, .cached),
]

private func end(of access: LegacyAccountAccess) async -> Misbehaviour.End {
    do throws(UserOrdersError) {
        switch try await LegacyFetchUserOrder(gateway: gateway(access)).fetchOrders(for: UserID("ada")).freshness {
        case .live: return .live
        case .cached: return .cached
        case .unknown: return .other
        }
    } catch {
        switch error {
        case .unavailable, .busy: return .unavailable
        case .malformed: return .malformed
        case .unauthorised: return .unauthorised
        case .unknownUser, .notStored, .cancelled: return .other
        }
    }
}

private func gateway(_ access: LegacyAccountAccess) -> LegacyGateway {
    LegacyGateway(fetch: access.fetch, deadline: .seconds(30), clock: StoppedClock(), now: { Date() })
}

private func access(
    server: URL?,
    folder: URL?,
    isOffline: Bool = false,
    patience: Int = 120
) -> LegacyAccountAccess {
    LegacyAccountAccess(
        LegacyAccountAccess.Settings(
            server: server,
            serverName: "sandbox",
            cacheFolder: folder,
            login: SandboxAccount.demo.login,
            password: SandboxAccount.demo.password,
            isOffline: isOffline,
            timeoutSeconds: patience,
            onWarning: { _ in }
        )
    )
}

private func withSandbox(
    faults: [SandboxFault] = [],
    patience: Int = 120,
    _ body: (LegacyAccountAccess, SandboxServer, URL) async throws -> Void
) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "legacy-data-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    var configuration = SandboxConfiguration()
    configuration.stateFolder = folder
    configuration.faults = faults
    let sandbox = try await SandboxServer.start(configuration)
    try await body(access(server: sandbox.url, folder: folder, patience: patience), sandbox, folder)
}
