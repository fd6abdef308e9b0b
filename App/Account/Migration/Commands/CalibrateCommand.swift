import ArgumentParser
import Domain
import Strangler

/// `account migration calibrate orders`
struct CalibrateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "calibrate",
        abstract: "Compares legacy with itself, to learn what noise alone gives."
    )

    @Argument(help: "The use case: orders or addresses.")
    var useCase: Migration.UseCase

    @Option(help: ArgumentHelp("How many calls.", valueName: "n"))
    var calls = 100

    @OptionGroup(title: AccountOptions.title) var options: AccountOptions

    mutating func validate() throws {
        try options.requireRealModules()
        guard (1...100_000).contains(calls) else { throw ValidationError("--calls takes 1 to 100000.") }
    }

    func run() async throws {
        let before = try await options.stateFolder.journalContents().evidence.calibration(of: useCase)
        try await Session.composed(options) { composition throws(AccountFailure) in
            guard let migration = composition.migration else { return }
            let user =
                if let user = options.user { UserID(user) } else { try await composition.signedInUser() }
            let progress = Progress(text: "Calling the store \(calls.grouped) times ...")
            await migration.calibrate(useCase, for: user, calls: calls)
            await progress.end()
        }
        let after = try await options.stateFolder.journalContents().evidence.calibration(of: useCase)
        let (runs, disagreements) = (after.runs - before.runs, after.disagreements - before.disagreements)
        let json: JSON = ["runs": .int(runs), "disagreements": .int(disagreements)]
        try options.show(["calibration": json]) { page in
            page.line(
                "\(useCase.rawValue): legacy differed from itself in \(disagreements.grouped) of \(runs.grouped) runs."
            )
        }
    }
}
