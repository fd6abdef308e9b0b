import AccountSandbox
import Diagnostics
import Domain
import DomainMocks
import Foundation
import StoreClient

/// What reservations, links and the record of what goes wrong run on.
struct FlowModules: Sendable {
    let reservations: any ReserveName & CancelReservation & FetchReservations
    let publish: any PublishDiagnostic
    /// Sends on what was recorded, for as long as a person likes to wait for a command that is done.
    let finish: @Sendable () async -> Void
}

extension FlowModules {
    /// Reservations of the store at `server`, and a record in the state folder that is sent to its collector.
    static func real(_ settings: Composition.Settings, at server: URL?) -> FlowModules {
        let spool = Spool(settings.stateFolder)
        let centre = DiagnosticsCentre(spool: spool, origin: .random(in: 0...UInt64.max))
        guard let server else { return FlowModules(reservations: NoReservations(), publish: centre, finish: {}) }

        // The wire. Another one takes the place of this line (docs/flow.md).
        let wire: any HTTPTransport = URLSessionTransport(
            deadline: settings.timeout,
            largestBody: 16 << 20,
            clock: ContinuousClock()
        )
        let collector = RemoteCollector(
            spool: spool,
            batchSize: 100,
            send: { batch in
                let url = server.appending(path: "collector")
                let headers = ["Content-Type": "application/json"]
                let request = HTTPRequest(method: "POST", url: url, headers: headers, body: batch)
                return (try? await wire.send(request))?.status == 204
            },
            backoff: RemoteCollector.Backoff(first: .seconds(1), longest: .seconds(60)),
            clock: ContinuousClock(),
            random: { Double.random(in: 0...1) }
        )
        let sending = Task { await collector.run(for: centre) }
        return FlowModules(
            reservations: StoreReservations(
                baseURL: server,
                transport: signed(wire, settings, at: server),
                now: { Date() }
            ),
            publish: centre,
            finish: {
                sending.cancel()
                await sending.value
                // What can't be sent in a moment is sent by the next run: it is on disk.
                let last = Task { await collector.sendPending() }
                let patience = Task {
                    try? await Task.sleep(for: .seconds(1))
                    last.cancel()
                }
                _ = await last.value
                patience.cancel()
            }
        )
    }

    /// Samples in memory.
    static func mock() -> FlowModules {
        FlowModules(
            reservations: MockReservations(reservations: SampleReservations.all, now: { Date() }),
            publish: MockPublishDiagnostic(),
            finish: {}
        )
    }

    /// Requests that bear a token and are repeated where that is safe.
    private static func signed(
        _ wire: any HTTPTransport,
        _ settings: Composition.Settings,
        at server: URL
    ) -> any HTTPTransport {
        let session = StoreSession(
            baseURL: server,
            transport: wire,
            store: FileTokenStore(
                folder: settings.stateFolder.store,
                name: settings.server?.host.map { "\($0)-\(settings.server?.port ?? 0)" } ?? "sandbox",
                clock: ContinuousClock(),
                warn: settings.warn
            ),
            legacyToken: { nil },
            now: { Date() }
        )
        let retrying = RetryingTransport(
            wire,
            limits: RetryingTransport.Limits(attempts: 3, deadline: settings.timeout, firstWait: .milliseconds(200)),
            clock: ContinuousClock(),
            fraction: { Double.random(in: 0...1) },
            now: { Date() }
        )
        return DemoSignInTransport(
            transport: AuthorizedTransport(session: session, transport: retrying),
            signIn: StoreSignIn(session: session)
        )
    }
}

extension Spool {
    /// The record of what goes wrong, of all runs that share a state folder.
    init(_ folder: StateFolder) {
        self.init(folder: folder.diagnostics, limit: 1 << 20, now: { Date() })
    }
}

/// Signs the demo user in where nobody is, as the legacy service does.
private struct DemoSignInTransport: HTTPTransport {
    let transport: any HTTPTransport
    let signIn: any SignIn

    func send(_ request: HTTPRequest) async throws(HTTPTransportError) -> HTTPAnswer {
        do throws(HTTPTransportError) {
            return try await transport.send(request)
        } catch {
            guard error == .unauthorised else { throw error }
            let demo = Credentials(login: SandboxAccount.demo.login, password: SandboxAccount.demo.password)
            do throws(SignInError) {
                _ = try await signIn.signIn(with: demo)
            } catch {
                switch error {
                case .unavailable: throw .unreachable
                case .cancelled: throw .cancelled
                default: throw .unauthorised
                }
            }
            return try await transport.send(request)
        }
    }
}

/// Offline there is nobody to ask, and nothing is kept.
private struct NoReservations: ReserveName, CancelReservation, FetchReservations {
    func reserve(
        _ name: InternetName,
        for user: UserID,
        key: IdempotencyKey
    ) async throws(ReservationsError) -> Reservation {
        throw .unavailable
    }

    func cancel(_ reservation: ReservationID, of user: UserID) async throws(ReservationsError) {
        throw .unavailable
    }

    func reservations(of user: UserID) async throws(ReservationsError) -> Snapshot<[Reservation]> {
        throw .unavailable
    }
}
