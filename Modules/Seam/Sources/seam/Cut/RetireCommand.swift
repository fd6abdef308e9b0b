import ArgumentParser
import Foundation
import SeamKit
import SeamCut

/// `seam retire`: takes a singleton's accessor away, once nothing but the root and tests uses it.
struct RetireCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "retire",
        abstract: "Removes the accessor of a singleton, and lets the root make the instance.",
        usage: "seam retire SINGLETON [PATH] [--verify COMMAND] [--write]",
        discussion: """
            Prints the plan as a unified diff and a summary. Changes files only with --write. If something else still \
            uses the accessor, says what is left, and ends with exit code 1.
            """
    )

    @Argument(help: "The singleton: `Type`, `Module.Type` or `Locator.member`.", completion: .singletons)
    var singleton: String

    @Argument(help: "Folder of the source tree.")
    var path = "."

    @OptionGroup var options: SliceOptions

    func run() throws {
        let plan = try options.run(singleton, path: path, options: Cut.Options(stage: .retire)) { _, _ in Slice() }
        guard plan.changes.isEmpty else { return }
        for (use, reason) in plan.keeping { Terminal.error("  \(use.file):\(use.line): \(reason)") }
        Foundation.exit(ToolExit.violations.rawValue)
    }
}
