import ArgumentParser
import Diagnostics
import Foundation
import Presentation

/// `account errors`
struct ErrorsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "errors",
        abstract: "Shows what went wrong: in this and earlier runs that share the state folder.",
        discussion: "With --follow and --format json each record is a document of its own, on one line."
    )

    @Flag(help: "Go on with what goes wrong from now on, until interrupted.")
    var follow = false

    @OptionGroup var options: AccountOptions

    func run() async throws {
        // Mocks keep nothing.
        let spool = options.modules == .mock ? nil : Spool(options.stateFolder)
        if follow {
            try await show(spool)
        } else {
            try await Session.show(options) { () throws(AccountFailure) in
                let contents: Spool.Contents?
                do throws(Spool.Failure) {
                    contents = try spool?.contents()
                } catch {
                    throw .spool(error)
                }
                let errors = ErrorsDocument(contents)
                return Session.Showing(document: AccountDocument(errors: errors)) { page in page.write(errors) }
            }
        }
    }

    private func show(_ spool: Spool?) async throws {
        let interrupted = Signals.first(of: [SIGINT, SIGTERM])
        let format = options.format
        let showing = Task {
            guard let spool else { return }
            for await records in spool.follow(every: .milliseconds(200), on: ContinuousClock()) {
                for record in records {
                    let error = ErrorDocument(record)
                    let line = format == .json ? try error.jsonLine() : Data((Page.printable(error.line) + "\n").utf8)
                    try FileHandle.standardOutput.write(contentsOf: line)
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
        } catch {
            throw AccountFailure.output(error)
        }
    }
}

extension Page {
    fileprivate mutating func write(_ errors: ErrorsDocument) {
        heading("Errors" + (errors.items.isEmpty ? "" : " (\(errors.items.count))"))
        if errors.gone > 0 { line("\(errors.gone) older ones are no longer kept.", .faint, indent: 2) }
        if errors.unreadable > 0 { line("\(errors.unreadable) can't be read.", .warning, indent: 2) }
        if errors.items.isEmpty { line("Nothing went wrong.", .faint, indent: 2) }
        for item in errors.items { line(item.line, indent: 2) }
    }
}

extension AccountFailure {
    fileprivate static func spool(_ error: Spool.Failure) -> AccountFailure {
        AccountFailure(
            key: "errors.unreadable",
            text: "The record of what went wrong can't be read (\(error)). It is unchanged; see to the state folder.",
            recovery: .none,
            status: .software
        )
    }
}
