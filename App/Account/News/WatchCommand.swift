import ArgumentParser
import DataSupport
import Domain
import Foundation
import Presentation

/// The command `account watch`.
struct WatchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch",
        abstract: "Shows new and ended deals as they come, until interrupted.",
        discussion: """
            Each change of the connection is a line, too. With --format json each piece of news is a document of its own, \
            on one line.
            """
    )

    @Option(
        help: ArgumentHelp("How often to ask the store without a broker, in seconds (1 to 3600).", valueName: "seconds")
    )
    var every = 10

    @OptionGroup var broker: BrokerOptions

    @OptionGroup var options: AccountOptions

    mutating func validate() throws {
        guard (1...3600).contains(every) else { throw ValidationError("--every takes 1 to 3600 seconds.") }
        if options.modules == .mock, broker.broker != nil {
            throw ValidationError("--broker needs --modules real: mocks ask no broker.")
        }
        if options.offline { throw ValidationError("--offline asks no store, so there are no news.") }
    }

    func run() async throws {
        let interrupted = Signals.first(of: [SIGINT, SIGTERM])
        let news = try broker.source() ?? .polling(every: .seconds(every))
        try await Session.composed(options, news: news) { composition throws(AccountFailure) in
            let session = try await Session(composition, of: nil, options.formats).signedIn(options)
            try await session.watch(as: options.format, until: interrupted)
        }
    }
}

extension Session {
    /// Writes the news of the signed-in user, each on a line, until `interrupted` returns.
    fileprivate func watch(
        as format: AccountOptions.Format,
        until interrupted: @escaping @Sendable () async -> Void
    ) async throws(AccountFailure) {
        let news = composition.users[try user].stored.observeNews.news(for: try user)
        let showing = Task { [formats] () -> SystemError? in
            for await piece in news {
                do throws(SystemError) {
                    let time = Date()
                    switch format {
                    case .text: try Output.write(Page.printable(formats.line(piece, at: time)) + "\n")
                    // Encoding can't fail: there are only texts and flags.
                    case .json: try Output.write((try? JSON.news(piece, at: time).bytes()) ?? Data())
                    }
                } catch {
                    return error
                }
            }
            return nil
        }
        let ending = Task {
            await interrupted()
            showing.cancel()
        }
        let failure = await showing.value
        ending.cancel()
        if let failure { throw .output(failure, andIsOver: true) }
    }
}

extension JSON {
    /// Returns a piece of news, with the time at which it arrived.
    fileprivate static func news(_ news: News, at time: Date) -> JSON {
        var fields: [String: JSON] = ["at": .instant(time)]
        switch news {
        case .deal(let deal):
            fields["event"] = .string("deal")
            fields["deal"] = .deal(deal, at: time)
        case .ended(let id):
            fields["event"] = .string("ended")
            fields["id"] = .string(id.rawValue)
        case .connection(let connection):
            fields["event"] = .string("connection")
            switch connection {
            case .connected: fields["state"] = .string("connected")
            case .paused: fields["state"] = .string("paused")
            case .lost(let error):
                fields["state"] = .string("lost")
                fields["reason"] = .string(error.word)
            }
        }
        return .object(fields)
    }
}

extension NewsError {
    /// The word for programs.
    fileprivate var word: String {
        switch self {
        case .unavailable: "unavailable"
        case .unauthorised: "unauthorised"
        case .refused: "refused"
        case .malformed: "malformed"
        }
    }
}
