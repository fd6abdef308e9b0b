import Domain
import Foundation
import StoreNews
import Testing

extension BrokerTests {
    /// `account`, built with MQTT: `.ci/servers mqtt FOLDER --account` builds it, and names it in `ACCOUNT_EXECUTABLE`.
    @Suite("account watch --broker", .enabled(if: account != nil))
    struct AccountTests {
        @Test("It shows a deal as it is published, and again after the broker was stopped and started")
        func watch() async throws {
            let account = URL(filePath: try #require(account))
            try await Certificates.with("IP:127.0.0.1") { certificates in
                try await BrokerProcess.with(certificates) { broker in
                    let state = FileManager.default.temporaryDirectory.appending(path: "account-\(UUID().uuidString)")
                    defer { try? FileManager.default.removeItem(at: state) }
                    let sandbox = try LineProcess(
                        account,
                        ["sandbox", "--mqtt", "\(broker.port)", "--state", state.appending(path: "sandbox").path],
                        environment: ["ACCOUNT_MQTT_PASSWORD": "store"]
                    )
                    defer { sandbox.kill() }
                    let url = try #require(try await sandbox.lines(to: "http://").last)
                    let common = ["--server", url, "--state", state.appending(path: "account").path]
                    try run([account.path, "deals"] + common)
                    try broker.setPassword(accessToken(below: state.appending(path: "account")))

                    let watch = try LineProcess(
                        account,
                        // What arrives within the hour has come by the broker.
                        ["watch", "--every", "3600", "--format", "json"] + common,
                        environment: [
                            "ACCOUNT_BROKER": "mqtts://127.0.0.1:\(broker.encryptedPort)",
                            "ACCOUNT_BROKER_CA": certificates.authority.path,
                        ]
                    )
                    defer { watch.kill() }
                    let first = try await watch.lines(to: #""state":"connected""#)
                    #expect(first.count == 1)
                    // A deal of the sandbox, by way of the broker.
                    _ = try await watch.lines(to: #""id":"D-1004""#)
                    let store = StoreSide(broker)
                    try await publish("X", from: store, to: watch)
                    broker.stop()
                    _ = try await watch.lines(to: #""reason":"unavailable""#)
                    try await broker.start()
                    _ = try await watch.lines(to: #""state":"connected""#)
                    try await publish("Y", from: store, to: watch)
                }
            }
        }

        /// Publishes offers until one is shown within a second, and prints how long each took. A busy machine may need several.
        private func publish(_ prefix: String, from store: StoreSide, to watch: LineProcess) async throws {
            var isPrompt = false
            for number in 1...10 where !isPrompt {
                let id = "\(prefix)-\(number)"
                let begin = ContinuousClock.now
                try store.publish(.sample(id))
                _ = try await watch.lines(to: "\"id\":\"\(id)\"")
                let duration = begin.duration(to: .now)
                print("\(id) was shown \(duration) after its publication began")
                isPrompt = duration < .seconds(1)
            }
            #expect(isPrompt)
        }

        private func accessToken(below folder: URL) throws -> String {
            let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
            while let file = files?.nextObject() as? URL {
                guard let bytes = try? Data(contentsOf: file),
                    let token = Self.accessToken(in: try? JSONSerialization.jsonObject(with: bytes))
                else { continue }
                return token
            }
            throw BrokerProcess.Failed(description: "no token below \(folder.path)")
        }

        private static func accessToken(in value: Any?) -> String? {
            guard let fields = value as? [String: Any] else { return nil }
            return fields["access_token"] as? String ?? fields.values.lazy.compactMap { accessToken(in: $0) }.first
        }
    }
}

private let account = ProcessInfo.processInfo.environment["ACCOUNT_EXECUTABLE"]
