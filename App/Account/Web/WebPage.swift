import Domain
import Foundation
import LoopbackHTTP
import Presentation

/// The frame around every page.
@MainActor
struct WebPage {
    let title: String
    /// The path of the entry of the navigation that leads here.
    var current = ""
    /// The path of events about this page; `nil` if it has no navigation, because nobody was let in.
    var live: String?
    var person: UserID?
    var locale = Locale(identifier: "en")
    /// Leads to another page at once.
    var next: String?

    /// Returns the page.
    func html(_ content: HTML) -> HTML {
        let language = locale.language
        let direction: HTML = language.characterDirection == .rightToLeft ? "rtl" : "ltr"
        let refresh: HTML? = next.map { "<meta http-equiv=\"refresh\" content=\"0;url=\(attribute: $0)\">" }
        let script: HTML? = live.map {
            let address = PartsHTML.address($0, ["person": person?.rawValue ?? ""])
            return "<script src=\"/page.js\" defer data-live=\"\(attribute: address)\"></script>"
        }
        return """
            <!doctype html>
            <html lang="\(attribute: language.languageCode?.identifier ?? "en")" dir="\(direction)">
            <head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark"><title>\(attribute: title) – Account</title>
            <link rel="stylesheet" href="/page.css"><link rel="icon" href="data:,">\(refresh)\(script)</head>
            <body><a class="skip" href="#content">Skip to the content</a>
            <header><p class="brand"><a href="/profile">Account</a></p>\(live == nil ? nil : navigation)</header>
            <p id="connection" role="status" hidden>Not connected. The page shows what it had, and comes back by itself.</p>
            <main id="content" tabindex="-1">\(content)</main>
            </body></html>
            """
    }

    private var navigation: HTML {
        let entries = WebScreens.navigation.map { path, name -> HTML in
            let mark: HTML? = path == current ? " aria-current=\"page\"" : nil
            return "<li><a href=\"/\(attribute: path)\"\(mark)>\(name)</a></li>"
        }
        let session: HTML =
            if let person {
                "<a class=\"person\" href=\"/sign-out\">\(person.rawValue)<span> Sign out</span></a>"
            } else {
                "<a class=\"person\" href=\"/sign-in\">Sign in</a>"
            }
        return "<nav aria-label=\"Screens\"><ul>\(entries)</ul></nav>\(session)"
    }
}

// MARK: - Responses

extension WebPage {
    /// No script, style or picture from elsewhere, none within the markup, no frame, and forms only to this program.
    nonisolated private static let policy =
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
        + "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

    /// Returns a response with the headers that every response has.
    nonisolated static func response(_ status: Int, type: String?, _ content: Data, policy: String = policy) -> Response
    {
        Response(
            status: status,
            contentType: type,
            headers: [
                "Cache-Control": "no-store",
                "Content-Security-Policy": policy,
                "Cross-Origin-Opener-Policy": "same-origin",
                "Cross-Origin-Resource-Policy": "same-origin",
                // With no-referrer, browsers would not say where a form comes from.
                "Referrer-Policy": "same-origin",
                "X-Content-Type-Options": "nosniff",
                "X-Frame-Options": "DENY",
            ],
            content: content
        )
    }

    static func response(_ status: Int, _ html: HTML) -> Response {
        response(status, type: "text/html; charset=utf-8", Data(html.markup.utf8))
    }

    static func redirect(to path: String, cookie: String? = nil) -> Response {
        var response = response(303, type: nil, Data())
        response.headers["Location"] = path
        response.headers["Set-Cookie"] = cookie
        return response
    }

    /// The response to what is no request.
    nonisolated static func refusal(of failure: RequestReader.Failure) -> Response {
        response(failure.status, type: "text/plain", Data("This is no request of a page. Nothing was changed.\n".utf8))
    }
}
