import ArgumentParser
import Foundation

/// The broker that sends the news, by option or by environment.
struct BrokerOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "An MQTT broker that sends the news, so that the store is not asked (environment: ACCOUNT_BROKER).",
            valueName: "mqtts://host[:port]"
        )
    )
    var broker: String?

    @Option(
        help: ArgumentHelp(
            "Certificates (PEM) to check the broker's against, not the system's (environment: ACCOUNT_BROKER_CA).",
            valueName: "file"
        ),
        completion: .file()
    )
    var brokerCa: String?

    /// Refuses a broker if this program can't use it.
    static let needsTrait =
        "needs a build with MQTT: apt-get install libmosquitto-dev, then swift build --traits default,MQTT."

    mutating func validate() throws {
        let environment = ProcessInfo.processInfo.environment
        broker = broker ?? environment["ACCOUNT_BROKER"]
        brokerCa = brokerCa ?? environment["ACCOUNT_BROKER_CA"]
        _ = try source()
        if let brokerCa, broker != nil, !FileManager.default.isReadableFile(atPath: brokerCa) {
            throw ValidationError("--broker-ca \(brokerCa) can't be read.")
        }
    }

    /// Returns the broker as a source of news; `nil` if there is none.
    func source() throws -> Composition.NewsSource? {
        guard let broker else { return nil }
        do throws(BrokerProblem) {
            return try .broker(at: broker, authorities: brokerCa.map { URL(filePath: $0) })
        } catch {
            switch error {
            case .notBuilt: throw ValidationError("--broker \(Self.needsTrait)")
            case .address:
                throw ValidationError(
                    "--broker takes mqtts://host[:port], or mqtt:// for this machine only, without a user and a path."
                )
            }
        }
    }
}
