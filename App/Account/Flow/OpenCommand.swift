import ArgumentParser
import Presentation

/// The command `account open`.
struct OpenCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "open",
        abstract: "Opens links: shows their screens, or carries out their commands.",
        usage: "account open LINK ... [--back] ... [OPTIONS]",
        discussion: """
            A link that changes something asks first. Without a terminal it needs --yes, and ends with code 79 otherwise.

            Several links are opened one after the other, up to the first that fails. Between them, --back goes back to the \
            previous screen. The history of screens is shown at the end.

            account://orders
            account://deal?id=D-1001
            account://sign-in?then=account://settings
            account://reservations/reserve?name=example.com
            myapp://featureABC?cmd=cancel#reservationId=82348@viewId=View1
            myapp://VC1 myapp://VC2 --back
            """
    )

    // `--back` is read together with the links, because its place among them matters.
    @Argument(
        parsing: .allUnrecognized,
        help: ArgumentHelp(
            "The links, each in quotes because shells interpret ? and &, and --back for a step back.",
            valueName: "link"
        )
    )
    var steps: [String] = []

    @Flag(help: "Carry out links that change something without asking.")
    var yes = false

    @OptionGroup var options: FlowOptions

    mutating func validate() throws {
        if let unknown = steps.first(where: { $0.hasPrefix("-") && $0 != Self.back }) {
            throw ValidationError("Unknown option '\(unknown)'")
        }
        guard steps.contains(where: { $0 != Self.back }) else {
            throw ValidationError("Missing expected argument '<link>'")
        }
    }

    func run() async throws {
        if steps.count == 1 {
            try await Session.open(steps[0], isAgreed: yes, options)
        } else {
            let steps = steps.map { $0 == Self.back ? Session.Step.back : .open($0) }
            try await Session.walk(steps, isAgreed: yes, options)
        }
    }

    private static let back = "--back"
}
