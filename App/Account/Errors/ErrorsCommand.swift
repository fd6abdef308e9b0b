import ArgumentParser
import DataSupport
import Diagnostics
import Domain
import Foundation
import Presentation

/// The command `account errors`.
struct ErrorsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "errors",
        abstract: "Shows what went wrong: in this and earlier runs that share the state folder.",
        discussion: "With --follow and --format json each record is a document of its own, on one line."
    )

    @Flag(help: "Go on with what goes wrong from now on, until interrupted.")
    var follow = false

    @OptionGroup(title: AccountOptions.title) var options: AccountOptions

    func run() async throws {
        if follow {
            try await show(options.spool)
        } else {
            try await Session.show(options) { () throws(AccountFailure) in try .errors(options) }
        }
    }

    private func show(_ spool: Spool?) async throws {
        let interrupted = Signals.first(of: [SIGINT, SIGTERM])
        let format = options.format
        let showing = Task {
            guard let spool else { return }
            for await records in spool.follow(every: .milliseconds(200), on: ContinuousClock()) {
                for record in records {
                    let line =
                        format == .json ? try record.json.bytes() : Data((Page.printable(record.line) + "\n").utf8)
                    try Output.write(line)
                }
            }
        }
        let ending = Task {
            await interrupted()
            showing.cancel()
        }
        defer { ending.cancel() }
        do {
            try await showing.value
            if spool == nil { await interrupted() }
        } catch let error as SystemError {
            throw AccountFailure.output(error, andIsOver: true)
        }
    }
}

extension AccountOptions {
    /// The record of what went wrong; `nil` with mocks, which store nothing.
    fileprivate var spool: Spool? { modules == .mock ? nil : Spool(stateFolder) }
}

extension Session.Showing {
    /// Returns what went wrong, oldest first.
    @MainActor
    static func errors(_ options: AccountOptions) throws(AccountFailure) -> Session.Showing {
        let contents: Spool.Contents?
        do throws(Spool.Failure) {
            contents = try options.spool?.contents()
        } catch {
            throw .spool(error)
        }
        let records = contents?.records ?? []
        let (gone, unreadable) = (contents?.gone ?? 0, contents?.unreadable ?? 0)
        let json: JSON = [
            "items": .list(records.map(\.json)), "gone": .int(gone), "unreadable": .int(unreadable),
        ]
        return Session.Showing(document: ["errors": json]) { page in
            page.heading("Errors" + (records.isEmpty ? "" : " (\(records.count))"))
            if gone > 0 { page.line("\(gone) older ones are no longer stored.", .faint, indent: 2) }
            if unreadable > 0 { page.line("\(unreadable) can't be read.", .warning, indent: 2) }
            if records.isEmpty { page.line("Nothing went wrong.", .faint, indent: 2) }
            for record in records { page.line(record.line, indent: 2) }
        }
    }
}

extension PublishedDiagnostic {
    /// The record as JSON. The time is in ISO 8601, UTC, to the millisecond.
    fileprivate var json: JSON {
        [
            "id": .string(id),
            "time": .instant(diagnostic.time),
            "feature": .string(diagnostic.feature.text),
            "severity": .string(diagnostic.severity.rawValue),
            "code": .string(diagnostic.code.text),
            "details": .texts(diagnostic.details.map(\.description)),
        ]
    }

    /// The record for people, who read it together with other logs: times are in UTC as in those.
    fileprivate var line: String {
        ([diagnostic.time.instant, diagnostic.severity.rawValue, diagnostic.feature.text, diagnostic.code.text]
            + diagnostic.details.map(\.description)).joined(separator: "  ")
    }
}

extension AccountFailure {
    fileprivate static func spool(_ error: Spool.Failure) -> AccountFailure {
        AccountFailure(
            key: "errors.unreadable",
            text: "The record of what went wrong can't be read (\(error)). It is unchanged; see to the state folder."
        )
    }
}
