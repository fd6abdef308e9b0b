#if MQTT
    public import Domain
    public import Foundation

    /// News by MQTT: the broker sends what the store publishes (docs/workspace/news.md).
    ///
    /// The client connects with the identifier and the access token of the signed-in user. It subscribes to the user's offers
    /// while notifications are on, and to the user's settings always, so that it notices a change on another device. A lost
    /// connection is opened again after waits that grow up to a limit.
    ///
    /// An observer's memory is bounded: a mailbox of 1,000 unread offers, in which the latest state of each wins, and the
    /// versions of the 4,096 offers heard of last.
    public struct BrokerNews: ObserveNews {
        /// What the news need of the rest of the app.
        public struct Sources: Sendable {
            let credentials: @Sendable (_ refused: String?) async throws(NewsError) -> BrokerCredentials
            let settings: any FetchNotificationSettings
            let choices: AnnouncedSettings
            let report: @Sendable (NewsDefect, Int) async -> Void

            /// Creates the sources.
            ///
            /// - Parameters:
            ///   - credentials: Returns the user and the access token. The parameter is the password that the broker has
            ///     refused, if it did, so that the token can be renewed.
            ///   - settings: Fetches which notifications the person wants.
            ///   - choices: Announces the choices that a person makes on this device.
            ///   - report: Called with what was dropped and how often, one call at a time.
            public init(
                credentials: @escaping @Sendable (_ refused: String?) async throws(NewsError) -> BrokerCredentials,
                settings: any FetchNotificationSettings,
                choices: AnnouncedSettings,
                report: @escaping @Sendable (NewsDefect, Int) async -> Void
            ) {
                self.credentials = credentials
                self.settings = settings
                self.choices = choices
                self.report = report
            }
        }

        private let broker: Broker
        private let session: BrokerSession
        private let loop: BrokerLoop
        private let sources: Sources
        private let backoff: NewsBackoff
        private let clock: any Clock<Duration>
        private let now: @Sendable () -> Date

        /// Creates news that `broker` sends.
        ///
        /// - Parameters:
        ///   - session: What the broker stores while this client is not connected. A persistent session serves one observer.
        ///   - loop: The thread of the connections. All news of a process may share it.
        ///   - backoff: The waits after lost connections.
        ///   - clock: Measures the waits.
        ///   - now: Returns the time of day, which decides whether an offer is over.
        public init(
            from broker: Broker,
            session: BrokerSession,
            loop: BrokerLoop,
            sources: Sources,
            backoff: NewsBackoff,
            clock: any Clock<Duration>,
            now: @escaping @Sendable () -> Date
        ) {
            self.broker = broker
            self.session = session
            self.loop = loop
            self.sources = sources
            self.backoff = backoff
            self.clock = clock
            self.now = now
        }

        /// Returns the news of `user`, over a connection of their own.
        public func news(for user: UserID) -> AsyncStream<News> {
            NewsMailbox().news { await run(for: user, into: $0) }
        }

        private func run(for user: UserID, into mailbox: NewsMailbox) async {
            let inbox = NewsInbox(of: user, mailbox: mailbox, now: now)
            let listening = sources.choices.listen(to: user) { inbox.choose($0) }
            let reporting = Task { [report = sources.report] in
                for await _ in inbox.defectWakes {
                    for (defect, count) in inbox.takeDefects() { await report(defect, count) }
                }
            }
            defer {
                reporting.cancel()
                withExtendedLifetime(listening) {}
            }
            var failures = 0
            var refused: String?
            while !Task.isCancelled {
                let isRenewed = refused != nil
                guard let error = await attempt(inbox, user, &refused) else { return }
                // A token that has expired is renewed before the person is asked to sign in.
                if refused != nil, !isRenewed { continue }
                failures = inbox.isEstablished ? 1 : failures + 1
                inbox.end(error)
                guard (try? await clock.sleep(for: backoff.wait(after: failures))) != nil else { return }
            }
        }

        /// Connects, and returns why the connection ended; `nil` if the task is cancelled.
        ///
        /// - Parameter refused: The password that the broker has refused in the latest attempt.
        private func attempt(_ inbox: NewsInbox, _ user: UserID, _ refused: inout String?) async -> NewsError? {
            inbox.prepare()
            let isWanted: Bool
            do throws(ReadError) {
                isWanted = try await isOn(for: user)
            } catch {
                return NewsError(error)
            }
            let credentials: BrokerCredentials
            do throws(NewsError) {
                credentials = try await sources.credentials(refused)
            } catch {
                return error
            }
            refused = nil
            let settings = MosquittoClient.Settings(broker: broker, credentials: credentials, session: session)
            inbox.begin(isWanted: isWanted) { receive in loop.connect(settings, receive: receive) }
            while let step = await inbox.next() {
                switch step {
                case .reconnect(let error):
                    if error == .unauthorised { refused = credentials.password }
                    return error
                case .readSettings:
                    inbox.prepare()
                    do throws(ReadError) {
                        inbox.settle(try await isOn(for: user))
                    } catch {
                        return NewsError(error)
                    }
                }
            }
            return nil
        }

        private func isOn(for user: UserID) async throws(ReadError) -> Bool {
            try await sources.settings.notificationSettings(of: user).value.newDeals
        }
    }
#endif
