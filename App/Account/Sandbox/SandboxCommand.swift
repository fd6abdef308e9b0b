import AccountSandbox
import ArgumentParser
import DataSupport
import Foundation

/// The command `account sandbox`.
struct SandboxCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sandbox",
        abstract: "Runs the store alone, on this machine's loopback, until it is interrupted.",
        discussion: """
            Prints its URL on standard output. Signs in: login ada, password analytical-engine; login yuki, password \
            five-seven-five.
            """
    )

    @Option(help: ArgumentHelp("The port to listen on; 0 takes a free one.", valueName: "port"))
    var port: UInt16 = 0

    @Option(help: ArgumentHelp("How many orders the demo user has (0 to 1000000).", valueName: "n"))
    var orders = 12

    @Option(help: ArgumentHelp("How many names there are to search (0 to 1000000).", valueName: "n"))
    var names = 20_000

    @Option(help: ArgumentHelp("How long each answer waits, in milliseconds (0 to 600000).", valueName: "ms"))
    var latency = 0

    @Option(
        help: ArgumentHelp(
            "What goes wrong, how often (0 to 1), and on which requests (\"drop:0.5@PUT /settings\"); may be repeated.",
            discussion: "Kinds: " + SandboxFault.Kind.allCases.map(\.rawValue).joined(separator: ", ") + ".",
            valueName: "kind[:rate][@request]"
        ),
        completion: .list(SandboxFault.Kind.allCases.map(\.rawValue)),
        transform: { try SandboxFault($0) }
    )
    var fault: [SandboxFault] = []

    @Option(help: ArgumentHelp("How long a token lives, in seconds.", valueName: "seconds"))
    var tokenLifetime = 300

    @Option(
        help: ArgumentHelp(
            "How often a new deal begins and the one before it ends, in seconds (1 to 86400).",
            valueName: "seconds"
        )
    )
    var dealEvery: Int?

    @Option(
        help: ArgumentHelp(
            "Publish deals and settings to the MQTT broker on this port of this machine.",
            discussion: "It signs in as store, with the password in ACCOUNT_MQTT_PASSWORD, if there is one.",
            valueName: "port"
        )
    )
    var mqtt: UInt16?

    @Option(help: ArgumentHelp("Where its state is (default: \(StateFolder.standard.path)).", valueName: "dir"))
    var state: String?

    mutating func validate() throws {
        guard (0...1_000_000).contains(orders) else { throw ValidationError("--orders takes 0 to 1000000.") }
        guard (0...1_000_000).contains(names) else { throw ValidationError("--names takes 0 to 1000000.") }
        guard (0...600_000).contains(latency) else {
            throw ValidationError("--latency takes 0 to 600000 milliseconds.")
        }
        if let dealEvery, !(1...86_400).contains(dealEvery) {
            throw ValidationError("--deal-every takes 1 to 86400 seconds.")
        }
        if mqtt == 0 { throw ValidationError("--mqtt takes 1 to 65535.") }
        if mqtt != nil, !Composition.NewsSource.hasBroker {
            throw ValidationError("--mqtt \(BrokerOptions.needsTrait)")
        }
        guard tokenLifetime >= 1 else { throw ValidationError("--token-lifetime takes at least 1 second.") }
    }

    func run() async throws {
        var configuration = SandboxConfiguration()
        configuration.port = port
        configuration.orderCount = orders
        configuration.nameCount = names
        configuration.latency = .milliseconds(latency)
        configuration.faults = fault
        configuration.tokenLifetime = .seconds(tokenLifetime)
        configuration.stateFolder = StateFolder(state).sandbox
        configuration.warn = { StandardError.say("warning: " + $0) }

        let interrupted = Signals.first(of: [SIGINT, SIGTERM])
        let server: SandboxServer
        let progress = Progress(text: "Starting the store ...")
        do {
            server = try await SandboxServer.start(configuration)
        } catch {
            await progress.end()
            throw AccountFailure.sandbox(error)
        }
        await progress.end()
        do throws(SystemError) {
            try Output.write("\(server.url.absoluteString)\n")
        } catch {
            await server.stop()
            throw AccountFailure.output(error, andIsOver: true)
        }
        let offering = dealEvery.map { seconds in Task { await offerDeals(on: server, every: .seconds(seconds)) } }
        let publishing = mqtt.map { port in
            let password = ProcessInfo.processInfo.environment["ACCOUNT_MQTT_PASSWORD"]
            return Task { try await server.publish(toBrokerOn: port, password: password) }
        }
        await interrupted()
        offering?.cancel()
        publishing?.cancel()
        _ = await publishing?.result
        await server.stop()
    }

    /// Publishes a new deal after each interval and takes the one before it back, until it is cancelled.
    private func offerDeals(on server: SandboxServer, every interval: Duration) async {
        for number in 1... {
            // The interval is what `--deal-every` asks for.
            guard (try? await Task.sleep(for: interval)) != nil else { return }
            server.publish(StoreDeal(id: "N-\(number)", title: "Offer number \(number) of the day"))
            if number > 1 { server.endDeal("N-\(number - 1)") }
        }
    }
}
