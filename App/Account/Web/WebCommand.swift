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
        let invitations = BrowserInvitations(app: app, folder: options.stateFolder)
        do throws(AccountFailure) {
            try invitations.print()
            if open { try invitations.startBrowser() }
        } catch {
            await server.stop()
            throw error
        }
        let asking = Task { await invitations.printAtEachReturn() }
        await interrupted()
        asking.cancel()
        try? FileManager.default.removeItem(at: options.stateFolder.web)
        await server.stop()
    }
}

/// The addresses that let browsers in, where the person who started the program finds them.
@MainActor
struct BrowserInvitations {
    let app: WebApp
    let folder: StateFolder

    func print() throws(AccountFailure) {
        do throws(SystemError) {
            try Output.write(app.invitation() + "\n")
        } catch {
            throw .output(error, andIsOver: true)
        }
    }

    /// Prints an address for another browser whenever the person at the terminal presses Return.
    func printAtEachReturn() async {
        guard Terminal.isTerminal(.standardInput) else { return }
        let (returns, pressed) = AsyncStream<Void>.makeStream()
        // Reading blocks a thread until the program ends.
        let thread = Thread {
            while readLine() != nil { pressed.yield() }
            pressed.finish()
        }
        thread.start()
        for await _ in returns where (try? print()) == nil { return }
    }

    /// Starts the browser with a file that leads to the address: other users of the machine see the arguments of programs.
    func startBrowser() throws(AccountFailure) {
        let file = folder.web.appending(path: "open.html")
        let page = WebPage(title: "Opening", next: app.invitation()).html("")
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
            try FileManager.default.createDirectory(at: folder.web, withIntermediateDirectories: true)
            try Data(page.markup.utf8).write(to: file, options: .atomic)
            try process.run()
        } catch {
            // The printed address is no longer the newest.
            StandardError.say("The browser could not be started. Open this address:")
            try print()
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
