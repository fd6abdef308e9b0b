import ArgumentParser
import SeamCheck

/// `seam baseline`: keeps the list of what is excused for now.
struct BaselineCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "baseline",
        abstract: "Keeps the list of violations that are excused for now.",
        subcommands: [Update.self]
    )

    /// `seam baseline update`: takes out what is fixed.
    struct Update: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Takes what is fixed out of the baseline; adds what is new only with --accept-new.",
            discussion: "Always over the whole tree. A baseline with nothing left in it is deleted."
        )

        @Argument(help: "Folder of the tree, or a folder in it.")
        var path = "."

        @Flag(help: "Add new violations too, but none of strict modules or those at zero.")
        var acceptNew = false

        @OptionGroup var tree: CheckOptions

        func run() throws {
            let run = try tree.run(above: path)
            let update: BaselineUpdate
            do {
                let report = try run.report()
                guard report.problems.isEmpty else {
                    let message = "the baseline was left as it is\n\(report.text())"
                    throw ToolFailure(message: message, exitCode: .unreadable)
                }
                update = run.update(from: report, acceptsNew: acceptNew)
                try run.write(update.baseline)
            } catch let failure as CheckFailure {
                throw ToolFailure(failure)
            }
            let file = run.configuration.baseline
            try Output.write(update.text(file: file), done: "\(file) was updated")
            if !update.isComplete { throw ExitCode(ToolExit.violations.rawValue) }
        }
    }
}
