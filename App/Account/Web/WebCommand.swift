import ArgumentParser
import DataSupport
import Foundation
import LoopbackHTTP
import Presentation

/// The command `account web`.
struct WebCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "web",
        abstract: "Shows the account on a page, which this program serves to this machine only.",
        discussion: """
            Prints an address that works once, for one browser. Return prints another, for another browser. Whoever has \
            opened one sees the account until the program ends.
            """
    )

    @Option(help: ArgumentHelp("The port to listen on; 0 takes a free one.", valueName: "port"))
    var port: UInt16 = 0

    @Flag(help: "Start the browser.")
    var open = false

    @OptionGroup(title: AccountOptions.title) var options: AccountOptions

    mutating func validate() throws {
        if options.format == .json { throw ValidationError("--format json makes no difference to a page.") }
    }

    func run() async throws {
        let interrupted = Signals.first(of: [SIGINT, SIGTERM])
        let news = Composition.NewsSource.polling(every: .seconds(10))
        try await Session.composed(options, news: news) { composition throws(AccountFailure) in
            try await serve(composition, until: interrupted)
        }
    }

    @MainActor
    private func serve(
        _ composition: Composition,
        until interrupted: @escaping @Sendable () async -> Void
    ) async throws(AccountFailure) {
        let app = WebApp(composition, options, options.formats)
        let server: WebServer
        do throws(ListenError) {
            server = try await WebServer.start(port: port) { await app.answer($0) }
        } catch {
            throw .page(error)
        }
        app.host = server.host
        do throws(AccountFailure) {
            try app.printInvitation()
            if open { try app.startBrowser() }
        } catch {
            await server.stop()
            throw error
        }
        let asking = Task { await app.inviteAtEachReturn() }
        await interrupted()
        asking.cancel()
        try? FileManager.default.removeItem(at: options.stateFolder.web)
        await server.stop()
    }
}

// The addresses that let browsers in, where the person who started the program finds them.

extension WebApp {
    fileprivate func printInvitation() throws(AccountFailure) {
        do throws(SystemError) {
            try Output.write(invitation() + "\n")
        } catch {
            throw .output(error, andIsOver: true)
        }
    }

    /// Prints an address for another browser whenever the person at the terminal presses Return.
    fileprivate func inviteAtEachReturn() async {
        guard Terminal.isTerminal(.standardInput) else { return }
        let (returns, pressed) = AsyncStream<Void>.makeStream()
        // Reading blocks a thread until the program ends.
        let thread = Thread {
            while readLine() != nil { pressed.yield() }
            pressed.finish()
        }
        thread.start()
        for await _ in returns where (try? printInvitation()) == nil { return }
    }

    /// Starts the browser with a file that leads to the address: other users of the machine see the arguments of programs.
    fileprivate func startBrowser() throws(AccountFailure) {
        let folder = options.stateFolder.web
        let file = folder.appending(path: "open.html")
        let page = WebPage(title: "Opening", next: invitation()).html("")
        #if os(macOS)
            let opener = "/usr/bin/open"
        #else
            let opener = "/usr/bin/xdg-open"
        #endif
        let process = Process()
        process.executableURL = URL(filePath: opener)
        process.arguments = [file.path]
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        do {
            try PrivateFile.makeFolder(folder)
            try PrivateFile.replace(file, with: Data(page.markup.utf8))
            try process.run()
        } catch {
            // The printed address is no longer the newest.
            StandardError.say("The browser could not be started. Open this address:")
            try printInvitation()
        }
    }
}

extension AccountFailure {
    fileprivate static func page(_ error: ListenError) -> AccountFailure {
        AccountFailure(
            key: "web",
            text:
                "The page can't be served, because of this: \(error). Nothing was changed; choose another port with --port.",
            recovery: .retry,
            status: .unavailable
        )
    }
}
