import Foundation
import LoopbackHTTP

/// What a request may reach, by where it comes from. Every request passes here first.
@MainActor
struct WebGate {
    let sessions: WebSessions
    let host: String

    /// The cookie of this program. Browsers send cookies to all ports of a host, so the port is in its name.
    var cookie: String { "account-" + (host.split(separator: ":").last ?? "") }

    enum Access {
        /// Files that contain nothing of a person, and the address that only leads to the first page.
        case open
        /// The printed address, used for the first time.
        case invited(WebSessions.Browser)
        case admitted(WebSessions.Browser)
        case refused(Refusal)
    }

    enum Refusal {
        /// The request names another host: some site's name resolves to this machine.
        case otherHost
        /// A page of another site sends the request.
        case otherSite
        /// The printed address was used before, or is another one.
        case usedAddress
        case noSession
        /// A form without its token: it is from before somebody else signed in, or not from this program.
        case oldForm
        case method
    }

    static let invitation = "/open/"

    func access(of request: IncomingRequest) -> Access {
        guard request.headers["host"] == host else { return .refused(.otherHost) }
        guard ["GET", "HEAD", "POST"].contains(request.method) else { return .refused(.method) }
        let isChange = request.method == "POST"
        if let origin = request.headers["origin"], origin != "http://\(host)" { return .refused(.otherSite) }
        if isChange, request.headers["origin"] == nil { return .refused(.otherSite) }
        if request.path.hasPrefix(Self.invitation), request.method == "GET" {
            let browser = sessions.accept(String(request.path.dropFirst(Self.invitation.count)))
            return browser.map { .invited($0) } ?? .refused(.usedAddress)
        }
        if ["/", "/page.css", "/page.js"].contains(request.path), !isChange { return .open }
        // A browser tells which site's page asks; `none` is a person, who typed the address.
        guard ["same-origin", "none", nil].contains(request.headers["sec-fetch-site"]) else {
            return .refused(.otherSite)
        }
        guard let browser = sessions.browser(sending: request, cookie: cookie) else { return .refused(.noSession) }
        if isChange, !WebSessions.isSame(request.form["token"] ?? "", browser.formToken) { return .refused(.oldForm) }
        return .admitted(browser)
    }
}

extension WebGate.Refusal {
    var status: Int { if case .method = self { 405 } else { 403 } }

    /// What happened, what is safe, and what to do next.
    var text: String {
        switch self {
        case .otherHost, .otherSite:
            "Another site has asked for this page, so nothing is shown and nothing was changed. Open the address that account web prints."
        case .usedAddress:
            "This address has been used, or is an old one, so nothing is shown. Press Return where account web runs: it prints another."
        case .noSession:
            "This browser was not let in, so nothing is shown. Press Return where account web runs, and open the address that it prints."
        case .oldForm:
            "This form is from before somebody signed in or out, so nothing was changed. Go back, load the page again, and repeat it."
        case .method: "This page only responds to GET and POST, so nothing was changed. Use its links and forms."
        }
    }
}
