import Foundation

/// Why there are no news from a broker.
enum BrokerProblem: Error {
    /// This program was built without MQTT.
    case notBuilt
    /// The address is not that of a broker, or the access token would cross a network unencrypted.
    case address
}

#if MQTT
    import AccountSandbox
    import Domain
    import StoreClient
    import StoreNews

    extension Composition.NewsSource {
        /// Returns the news of the broker at an address such as `mqtts://broker.example:8883`.
        ///
        /// - Parameter authorities: A file of certificates that the broker's is checked against, instead of the system's.
        static func broker(at address: String, authorities: URL?) throws(BrokerProblem) -> Self {
            guard let broker = Broker(address, authorities: authorities) else { throw .address }
            return .broker(broker)
        }
    }

    extension BrokerNews.Sources {
        init(_ needs: Composition.NewsNeeds) {
            self.init(
                credentials: { [session = needs.session] refused throws(NewsError) in
                    do throws(StoreSession.Failure) {
                        let tokens = try await session.tokens(refused: refused)
                        return BrokerCredentials(user: tokens.user.rawValue, password: tokens.accessToken)
                    } catch {
                        switch error {
                        case .signInNeeded: throw .unauthorised
                        case .busy, .unavailable, .notStored, .cancelled: throw .unavailable
                        case .malformed: throw .malformed
                        }
                    }
                },
                settings: needs.settings,
                choices: needs.choices,
                report: { [diagnostics = needs.diagnostics] defect, count in
                    let diagnostic = Diagnostic(
                        time: Date(),
                        feature: FeatureID("deals"),
                        severity: .warning,
                        code: defect.code,
                        details: [.count(count)]
                    )
                    // Whoever publishes logs what can't be recorded.
                    try? await diagnostics.publish(diagnostic)
                }
            )
        }
    }

    extension NewsDefect {
        fileprivate var code: DiagnosticCode {
            switch self {
            case .tooLarge: DiagnosticCode("news.too-large")
            case .notText: DiagnosticCode("news.not-text")
            case .malformed: DiagnosticCode("news.malformed")
            case .unread: DiagnosticCode("news.unread")
            case .untrusted: DiagnosticCode("news.untrusted-broker")
            }
        }
    }

    extension SandboxServer {
        /// Publishes what the store announces to the broker on a port of this machine, until the task is cancelled.
        ///
        /// - Parameter password: The password of the broker's user `store`; `nil` for a broker that asks for none.
        func publish(toBrokerOn port: UInt16, password: String?) async throws(BrokerProblem) {
            guard let broker = Broker("mqtt://127.0.0.1:\(port)") else { throw .address }
            let publisher = BrokerPublisher(
                to: broker,
                as: password.map { BrokerCredentials(user: "store", password: $0) },
                loop: BrokerLoop(),
                backoff: NewsBackoff(first: .milliseconds(200), longest: .seconds(10)) { Double.random(in: 0...1) },
                clock: ContinuousClock()
            )
            await publisher.run(await messages().map { BrokerPublisher.Message(topic: $0.topic, payload: $0.payload) })
        }
    }
#else
    import AccountSandbox

    extension Composition.NewsSource {
        static func broker(at address: String, authorities: URL?) throws(BrokerProblem) -> Self { throw .notBuilt }
    }

    extension SandboxServer {
        func publish(toBrokerOn port: UInt16, password: String?) async throws(BrokerProblem) { throw .notBuilt }
    }
#endif

extension Composition.NewsSource {
    /// Whether this program was built with MQTT.
    static var hasBroker: Bool {
        #if MQTT
            true
        #else
            false
        #endif
    }
}
