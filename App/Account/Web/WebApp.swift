import Domain
import Foundation
import LoopbackHTTP
import Presentation

/// Responds to the requests of browsers with the screens of the app, as pages.
@MainActor
final class WebApp {
    let composition: Composition
    let options: AccountOptions
    let formats: Formats
    let sessions = WebSessions()
    /// `127.0.0.1:PORT`; empty before the server listens.
    var host = ""

    init(_ composition: Composition, _ options: AccountOptions, _ formats: Formats) {
        self.composition = composition
        self.options = options
        self.formats = formats
    }

    /// The address that lets one browser in, once.
    func invitation() -> String { "http://\(host)\(WebGate.invitation)\(sessions.invite())" }

    func answer(_ request: IncomingRequest) async -> WebReply {
        let gate = WebGate(sessions: sessions, host: host)
        switch gate.access(of: request) {
        case .refused(let refusal):
            let page = WebPage(title: "Not opened", locale: formats.locale)
            return .response(
                WebPage.response(
                    refusal.status,
                    page.html("<section class=\"problem\"><h1>Not opened</h1><p>\(refusal.text)</p></section>")
                )
            )
        case .invited(let browser):
            return .response(WebPage.redirect(to: "/", cookie: sessions.cookie(gate.cookie, for: browser)))
        case .open:
            return .response(file(request.path))
        case .admitted(let browser):
            let nobody = Session(composition, of: nil, formats)
            var visit = Visit(app: self, request: request, browser: browser, session: nobody)
            return await visit.reply()
        }
    }

    private func file(_ path: String) -> Response {
        switch path {
        case "/page.css": return WebPage.response(200, type: "text/css", Data(PackageResources.page_css))
        case "/page.js": return WebPage.response(200, type: "text/javascript", Data(PackageResources.page_js))
        default:
            // A browser that comes from another program's link sends its cookie only to what this page leads to.
            let page = WebPage(title: "Opening", locale: formats.locale, next: "/profile")
            return WebPage.response(200, page.html("<p><a href=\"/profile\">Open the account</a></p>"))
        }
    }
}

/// One request of a browser that was let in.
@MainActor
struct Visit {
    let app: WebApp
    let request: IncomingRequest
    let browser: WebSessions.Browser
    var session: Session

    /// Writes what a screen shows. It holds no document for programs.
    typealias Write = @MainActor (inout Page) -> Void

    var path: String { String(request.path.dropFirst()) }
    var query: [String: String] { request.parameters.filter { $0.key != "page" } }
    var formats: Formats { app.formats }

    mutating func reply() async -> WebReply {
        do throws(AccountFailure) {
            session = try await session.signedIn(app.options)
        } catch {
            browser.show(nil)
            if let reply = await replyToAnybody() { return reply }
            if error.recovery == .signIn { return .response(signInForm(for: path, .nobody)) }
            return .response(problem(error))
        }
        browser.show(session.person)
        // The form came before this person: its token was another one.
        if request.method == "POST", request.form["token"] != browser.formToken {
            return .response(problem(.oldForm))
        }
        if let reply = await replyToAnybody() { return reply }
        if request.method == "POST" { return .response(await changed()) }
        do throws(AccountFailure) {
            return try await shown()
        } catch {
            return .response(problem(error))
        }
    }

    /// Returns what is the same whoever is signed in.
    private func replyToAnybody() async -> WebReply? {
        switch (request.method, path) {
        case ("POST", "sign-in"): .response(await signedIn())
        case (_, "sign-in"): .response(signInForm(for: query["then"] ?? "profile"))
        case ("POST", "sign-out"): .response(await signedOut())
        case (_, "sign-out"): .response(signOutForm())
        case (_, "search"): .response(await search())
        case (_, "search/results"): .awaited { await searchResults() }
        case (_, let path) where path.hasPrefix("live/"): .events(events(of: String(path.dropFirst(5))))
        default: nil
        }
    }

    private func shown() async throws(AccountFailure) -> WebReply {
        switch path {
        case "errors": return .response(response(html(try Session.Showing.errors(app.options).write)))
        case "hand-over": return .response(response(try await handOver(), isLive: true))
        case "hand-over/chart.svg": return try await chart()
        case "settings": return .response(response(try await settings()))
        default: break
        }
        guard let screen = WebScreens.screen(at: path) else { return .response(problem(.noPage)) }
        let content = html(try await showing(screen))
        let form = path == ScreenID.reservations.text ? reserveForm() : nil
        // What could not be sent before is sent now, because the store was asked anyway.
        let session = session
        Task { await session.sendPendingChanges(within: session.patience) }
        return .response(response("<div id=\"part\">\(content)</div>\(form)", isLive: path == "deals"))
    }

    /// Loads a screen. The other pages of a list are those of the list that was loaded for the first.
    private func showing(_ screen: TerminalScreen) async throws(AccountFailure) -> Write {
        let key = PartsHTML.address(path, query)
        if let write = browser.showings[key], page > 1 { return write }
        let parameters: LinkParameters
        do throws(LinkError) {
            parameters = try LinkParameters(query)
        } catch {
            throw .noPage
        }
        guard screen.screen.parameters.mismatch(parameters) == nil else { throw .noPage }
        let write = try await screen.show(session, parameters).write
        if browser.person == session.person { browser.showings = [key: write] }
        return write
    }
}

// MARK: - Pages

extension Visit {
    var page: Int { max(1, min(request.parameters["page"].flatMap { Int($0) } ?? 1, 1_000_000)) }

    var parts: PartsHTML {
        PartsHTML(
            path: request.path,
            query: query,
            page: page,
            formats: formats,
            formToken: browser.formToken,
            hasHeading: path.hasPrefix("search")
        )
    }

    func html(_ write: Write) -> HTML {
        let first = (page - 1) * PartsHTML.rowsPerPage
        var recorded = Page(recording: first..<(first + PartsHTML.rowsPerPage))
        write(&recorded)
        return parts.html(recorded.parts ?? [])
    }

    /// Returns a page with what the last change has to say.
    func response(_ content: HTML, isLive: Bool = false, status: Int = 200) -> Response {
        let notes = browser.notes
        browser.notes = []
        let page = WebPage(
            title: WebScreens.name(at: path),
            current: WebScreens.entry(of: path),
            live: "/live/" + (isLive ? path : "-"),
            person: session.person,
            locale: formats.locale
        )
        return WebPage.response(status, page.html("<div role=\"status\">\(notes)</div>\(content)"))
    }

    /// Returns why there is nothing to show, and what to do next.
    func problem(_ failure: AccountFailure) -> Response {
        let again = request.method == "GET" ? PartsHTML.address(request.path, request.parameters) : "/profile"
        let next: HTML? =
            switch failure.recovery {
            case .retry: "<a class=\"button\" href=\"\(attribute: again)\">Try again</a>"
            case .signIn: "<a class=\"button\" href=\"/sign-in\">Sign in</a>"
            case .discard, .none: "<a class=\"button\" href=\"/profile\">To the profile</a>"
            }
        let content: HTML = """
            <section class="problem" role="alert"><h1>This can't be shown</h1><p>\(failure.document.text)</p>\
            <p>\(next)</p></section>
            """
        return response(content, status: failure.status.http)
    }
}

extension AccountFailure.Status {
    /// The status of a page that shows only this failure.
    fileprivate var http: Int {
        switch self {
        case .usage: 400
        case .notFound: 404
        case .unavailable, .temporary: 503
        case .noPermission, .notConfirmed: 403
        case .software, .output: 500
        }
    }
}

extension AccountFailure {
    static let noPage = web(
        "no-page",
        "There is no such page. Nothing was changed; choose one of the screens.",
        .notFound
    )
    fileprivate static let oldForm = web("old-form", WebGate.Refusal.oldForm.text, .noPermission)
    /// The same as `signedOut`, for somebody who has no command line.
    fileprivate static let nobody = web(
        "nobody",
        "Nobody is signed in on this device, so there is nothing to show. Sign in to see your account.",
        .noPermission
    )

    private static func web(_ key: String, _ text: String, _ status: Status) -> AccountFailure {
        AccountFailure(key: "web." + key, text: text, status: status)
    }
}
