import ArgumentParser
import Foundation
import Strangler

/// `account migration evidence FILE`
struct EvidenceCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "evidence",
        abstract: "Writes what the journal holds as lines of JSON, for another machine.",
        discussion: """
            There, "account migration --evidence FILE..." joins the files of all machines. A file that is taken in twice \
            counts once.
            """
    )

    @Argument(help: "The file to write; an older one is replaced.")
    var file: String

    @OptionGroup(title: AccountOptions.title) var options: AccountOptions
    @OptionGroup(title: "Evidence") var source: JournalOptions

    mutating func validate() throws { try options.requireRealModules() }

    func run() async throws {
        let contents = try await source.contents(in: options.stateFolder)
        do {
            try EvidenceLines.data(contents.evidence, entries: contents.entries)
                .write(to: URL(filePath: file), options: .atomic)
        } catch {
            throw AccountFailure.file(file, error)
        }
        let (tallies, entries) = (contents.evidence.tallies.count, contents.entries.count)
        let json: JSON = ["file": .string(file), "tallies": .int(tallies), "entries": .int(entries)]
        try options.show(["evidence": json]) { page in
            page.path("\(file): \(tallies.grouped) tallies and \(entries.grouped) entries")
        }
    }
}
