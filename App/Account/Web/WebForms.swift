import Domain
import Foundation
import LoopbackHTTP
import Presentation

// What a person can change. The response to each form is a page that says what has happened, at an address that can be loaded again.

extension Visit {
    /// Carries out a form of the person who is signed in.
    func changed() async -> Response {
        let words = path.split(separator: "/").map(String.init)
        do throws(AccountFailure) {
            switch words.first {
            case "settings": note(try await session.setNewDeals(request.form["new-deals"] == "on"))
            case "sync": note(try await session.sync())
            case "do" where words.count == 3:
                guard let feature = FeatureID(text: words[1]), let name = CommandName(text: words[2])
                else { return problem(.noPage) }
                return try await carriedOut(CommandID(feature, name))
            default: return problem(.noPage)
            }
            return WebPage.redirect(to: "/settings")
        } catch {
            // The next page shows what is there all the same.
            browser.notes.append(alert(error))
            return WebPage.redirect(to: words.first == "do" ? screen(of: words[1]) : "/settings")
        }
    }

    private func alert(_ failure: AccountFailure) -> HTML {
        "<p class=\"note problem\" role=\"alert\">\(failure.document.text)</p>"
    }

    private func note(_ showing: Session.Showing) {
        var page = Page(recording: 0..<PartsHTML.rowsPerPage)
        showing.write(&page)
        browser.notes += (page.parts ?? []).compactMap { part in
            switch part {
            case .row(let row): "<p class=\"note done\">\(row.cells.joined(separator: " "))</p>"
            case .note(let text): "<p class=\"note\">\(text)</p>"
            default: nil
            }
        }
    }

    private func screen(of feature: String) -> String {
        "/" + (TerminalFeature.all.first { $0.id.text == feature }?.screens.first?.screen.id.text ?? "profile")
    }

    // MARK: Commands of features

    /// Carries out the command of a feature, such as to reserve a name, after the person has agreed.
    private func carriedOut(_ id: CommandID) async throws(AccountFailure) -> Response {
        let commands = TerminalFeature.all.first { $0.id == id.feature }?.commands(session) ?? []
        guard let command = commands.first(where: { $0.name == id.name }) else { throw .noPage }
        let known = command.parameters.required + command.parameters.optional
        let values = request.form.filter { known.contains($0.key) && !$0.value.isEmpty }
        guard request.form["agreed"] == "yes" else { return question(id, command, values) }
        let flow = try session.flow(over: session.features, timeout: .seconds(app.options.timeout), isLogged: false)
        note(try await session.open(id, values, in: flow))
        return WebPage.redirect(to: screen(of: id.feature.text))
    }

    private func question(_ id: CommandID, _ command: Feature.Command, _ values: [String: String]) -> Response {
        var values = values
        if command.parameters.optional.contains("key") {
            // A form that is sent twice makes one change.
            var generator = SystemRandomNumberGenerator()
            values["key"] = IdempotencyKey(using: &generator).text
        }
        let verb = id.name.text.capitalized
        let subject = request.form["subject"] ?? values["name"] ?? values["id"] ?? ""
        let user = session.person?.rawValue ?? ""
        return response(
            """
            <section class="question"><h1>\(verb) \(subject)?</h1>
            <p>For \(user). Nothing is changed until you agree.</p>
            <form method="post" action="/do/\(attribute: id.description)">\
            \(parts.hidden(values.merging(["agreed": "yes"]) { value, _ in value }))
            <button>\(verb)</button> <a class="button quiet" href="\(attribute: screen(of: id.feature.text))">Go back</a>
            </form></section>
            """
        )
    }

    func reserveForm() -> HTML {
        """
        <section><h2>Reserve a name</h2>
        <form method="post" action="/do/reservations/reserve" class="line">\(parts.hidden())
        <label for="name">Name</label><input id="name" name="name" required maxlength="253" placeholder="example.com" \
        autocomplete="off" autocapitalize="none" spellcheck="false" dir="auto"><button>Reserve</button></form></section>
        """
    }

    // MARK: Settings

    func settings() async throws(AccountFailure) -> HTML {
        let model = app.composition.settings(of: try session.user, formats)
        if !session.isOffline { await session.sendPendingChanges(within: session.patience) }
        try await session.load(model)
        let content = html(try session.showing(model).write)
        guard let settings = model.content else { return content }
        let (value, verb): (HTML, HTML) = settings.newDeals ? ("off", "Turn off") : ("on", "Turn on")
        let sync: HTML? =
            settings.pendingNote == nil
            ? nil
            : "<form method=\"post\" action=\"/sync\">\(parts.hidden())<button class=\"quiet\">Send it now</button></form>"
        return """
            \(content)<section class="forms"><form method="post" action="/settings">\(parts.hidden())\
            <input type="hidden" name="new-deals" value="\(value)">\
            <button>\(verb)<span class="spoken"> push notifications about new deals</span></button></form>\(sync)</section>
            """
    }

    // MARK: Sign-in

    func signInForm(for then: String, _ failure: AccountFailure? = nil, login: String = "", loses: Bool = false)
        -> Response
    {
        let then = WebScreens.navigation.contains { $0.path == then } ? then : "profile"
        let note = failure.map(alert)
        let discard: HTML? = loses ? Self.discard : nil
        return response(
            """
            <section class="question"><h1>Sign in</h1>\(note)
            <form method="post" action="/sign-in" class="fields">\(parts.hidden(["then": then]))
            <label for="login">Login</label><input id="login" name="login" required autocomplete="username" \
            autocapitalize="none" spellcheck="false" maxlength="254" value="\(attribute: login)">
            <label for="password">Password</label><input id="password" name="password" type="password" required \
            autocomplete="current-password" maxlength="1024">\(discard)
            <button>Sign in</button></form></section>
            """,
            status: failure?.status == .noPermission ? 403 : 200
        )
    }

    func signedIn() async -> Response {
        let form = request.form
        let then = form["then"] ?? "profile"
        let model = SignInViewModel(signIn: app.composition.signIn, formats: formats, now: { Date() })
        await model.submit(
            Credentials(login: form["login"] ?? "", password: form["password"] ?? ""),
            discardingPendingChanges: form["discard"] == "yes"
        )
        guard let user = model.user else {
            let failure = model.problem.map { session.failure($0) } ?? .signInGivenUp
            return signInForm(for: then, failure, login: form["login"] ?? "", loses: failure.recovery == .discard)
        }
        browser.show(user)
        if let note = model.doneNote { browser.notes.append("<p class=\"note done\">\(note)</p>") }
        return WebPage.redirect(to: WebScreens.navigation.contains { $0.path == then } ? "/" + then : "/profile")
    }

    func signOutForm(_ failure: AccountFailure? = nil) -> Response {
        let note = failure.map(alert)
        let discard: HTML? = failure?.recovery == .discard ? Self.discard : nil
        return response(
            """
            <section class="question"><h1>Sign out?</h1>\(note)
            <p>Your data on this device is erased. What the store has is not changed.</p>
            <form method="post" action="/sign-out">\(parts.hidden())\(discard)
            <button>Sign out</button> <a class="button quiet" href="/profile">Go back</a></form></section>
            """
        )
    }

    func signedOut() async -> Response {
        let model = SignOutViewModel(signOut: app.composition.signOut, formats: formats)
        await model.submit(discardingPendingChanges: request.form["discard"] == "yes")
        if let problem = model.problem { return signOutForm(session.failure(problem)) }
        browser.show(nil)
        if let note = model.doneNote { browser.notes.append("<p class=\"note done\">\(note)</p>") }
        return WebPage.redirect(to: "/sign-in")
    }

    private static let discard: HTML = """
        <p><label><input type="checkbox" name="discard" value="yes"> Discard the changes that were never sent</label></p>
        """
}
