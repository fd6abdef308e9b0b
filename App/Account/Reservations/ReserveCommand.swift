import ArgumentParser
import Domain
import Presentation

/// `account reserve`
struct ReserveCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "reserve", abstract: "Reserves a name.")

    @Argument(help: "The name, such as example.com.")
    var name: String

    @Option(
        help: ArgumentHelp(
            "Names the request; the same key again makes no second reservation (default: another one each time).",
            valueName: "text"
        )
    )
    var key: String?

    @OptionGroup var options: FlowOptions

    mutating func validate() throws {
        if name.isEmpty { throw ValidationError("NAME takes a name, such as example.com.") }
        if let key, IdempotencyKey(key) == nil {
            throw ValidationError("--key takes 1 to 64 letters, digits and hyphens.")
        }
    }

    func run() async throws {
        try await Session.run(options.account) { session throws(AccountFailure) in
            var values = ["name": name]
            values["key"] = key
            return try await session.open(.reserve, values, in: session.flow(options))
        }
    }
}
