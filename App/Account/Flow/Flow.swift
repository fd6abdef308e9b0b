import Domain
import Foundation
import Presentation

extension Session {
    /// Opens a link. If a screen requires a sign-in, a person at a terminal first signs in on the sign-in screen, and then gets
    /// to the screen that they wanted.
    static func open(_ text: String, isAgreed: Bool, _ options: FlowOptions) async throws(AccountFailure) {
        try await runWithoutUser(options.account) { nobody throws(AccountFailure) in
            let link = try? LinkGrammar.parse(text, by: LinkGrammar.all)
            do throws(AccountFailure) {
                guard let link, link.target == .screen(.signIn) else {
                    return try await nobody.signedIn(options.account).opened(text, isAgreed, options)
                }
                return try await nobody.signedIn(by: link, isAgreed, options)
            } catch {
                guard error.recovery == .signIn, PasswordPrompt.isPossible, let signIn = link?.next(after: .signIn)
                else { throw error }
                StandardError.say(error.document.text)
                return try await nobody.signedIn(by: signIn, isAgreed, options)
            }
        }
    }

    /// Opens the sign-in screen, and then the screen that its link names.
    private func signedIn(by link: Link, _ isAgreed: Bool, _ options: FlowOptions) async throws(AccountFailure)
        -> Showing
    {
        let showing = try await open(link.description, in: flow(options))
        guard let next = link.afterSignIn else { return showing }
        return try await signedIn(options.account).opened(next.description, isAgreed, options)
    }

    /// Opens a link from outside, after the person has agreed to what it changes.
    func opened(
        _ text: String,
        _ isAgreed: Bool,
        in flow: Flow
    ) async throws(AccountFailure) -> Showing {
        let link = try? LinkGrammar.parse(text, by: LinkGrammar.all)
        if case .done(let showing) = try await permission(for: link, isAgreed: isAgreed) { return showing }
        return try await open(text, in: flow)
    }

    private func opened(
        _ text: String,
        _ isAgreed: Bool,
        _ options: FlowOptions
    ) async throws(AccountFailure) -> Showing {
        sendingPending(after: try await opened(text, isAgreed, in: flow(options)), options.account)
    }

    /// A flow controller, for a command that uses links.
    struct Flow {
        let controller: FlowController
        fileprivate let views: [ScreenID: TerminalScreen.Show]
    }

    /// The features that the signed-in user can use; only the sign-in if nobody has signed in.
    var features: [TerminalFeature] { person == nil ? [.signIn] : TerminalFeature.all }

    /// Returns the flow controller of this run, with all features.
    func flow(_ options: FlowOptions) throws(AccountFailure) -> Flow {
        try flow(over: features, timeout: .seconds(options.account.timeout), isLogged: options.log)
    }

    /// Returns the flow controller of this run, with `features`.
    func flow(
        over features: [TerminalFeature],
        timeout: Duration,
        isLogged: Bool
    ) throws(AccountFailure) -> Flow {
        let publish = composition.diagnostics.publish
        do throws(FlowSetupError) {
            let controller = try FlowController(
                features: features.map { $0.feature(in: self) },
                grammars: LinkGrammar.all,
                publish: isLogged ? LoggedDiagnostics(publish) : publish,
                progress: ActivityIndicator(isEnabled: true),
                formats: formats,
                timeout: timeout,
                clock: ContinuousClock(),
                now: { Date() }
            )
            let views = features.flatMap(\.screens).map { ($0.screen.id, $0.show) }
            return Flow(controller: controller, views: Dictionary(uniqueKeysWithValues: views))
        } catch {
            throw .features(error)
        }
    }

    /// Opens a link on behalf of the screen that it names, and shows the update for that screen.
    func open(_ text: String, in flow: Flow) async throws(AccountFailure) -> Showing {
        let link = try? LinkGrammar.parse(text, by: LinkGrammar.all)
        let updates = link?.asker.map { flow.controller.updates(for: $0) }
        let outcome = await flow.controller.open(text)
        warn(flow)
        switch outcome {
        case .shown(let screen):
            guard let show = flow.views[screen] else { throw .noView(screen) }
            return try await show(self, flow.controller.current?.parameters ?? LinkParameters())
        case .answered(let answer):
            guard case .command(let command)? = link?.target else { return showing(answer, of: nil, for: nil) }
            var arrived = updates?.makeAsyncIterator()
            if let update = await arrived?.next(isolation: MainActor.shared), case .success(let told) = update.result {
                return showing(told, of: update.command, for: link?.asker)
            }
            return showing(answer, of: command, for: nil)
        case .failed(let problem):
            throw AccountFailure(problem)
        case .cancelled:
            throw .interrupted
        }
    }

    /// Runs a command without a screen; the result is shown in this terminal.
    func open(
        _ command: CommandID,
        _ values: [String: String],
        in flow: Flow
    ) async throws(AccountFailure) -> Showing {
        let outcome = await flow.controller.open(command, values, for: nil)
        warn(flow)
        switch outcome {
        case .answered(let answer): return showing(answer, of: command, for: nil)
        case .failed(let problem): throw AccountFailure(problem)
        case .shown, .cancelled: throw .interrupted
        }
    }

    private func showing(_ answer: CommandAnswer, of command: CommandID?, for screen: ScreenID?) -> Showing {
        func json(_ answer: CommandAnswer) -> [String: JSON] {
            [
                "text": .string(answer.text),
                "values": .object(answer.values.mapValues(JSON.string)),
                "parts": answer.parts.isEmpty ? .absent : .list(answer.parts.map { .object(json($0)) }),
            ]
        }
        var update = json(answer)
        // The screen that received the result; absent if no screen opened the link.
        update["screen"] = .text(screen?.text)
        update["command"] = .text(command?.description)
        return Showing(
            document: ["update": .object(update)]
        ) { page in
            page.line(answer.text)
            for part in answer.parts { page.line(part.text, indent: 2) }
        }
    }

    private func warn(_ flow: Flow) {
        guard flow.controller.unrecorded > 0 else { return }
        StandardError.say("warning: What went wrong could not be recorded in the state folder.")
    }
}

extension AccountFailure {
    static let interrupted = AccountFailure(
        key: "interrupted",
        text: "It was interrupted. It may have been done all the same: look before you try again.",
        recovery: .retry
    )

    static func features(_ error: FlowSetupError) -> AccountFailure {
        let claim =
            switch error {
            case .featureClaimedTwice(let feature): "two features are called \(feature)"
            case .screenClaimedTwice(let screen, let one, let other):
                "the features \(one) and \(other) both claim the screen \(screen)"
            case .commandClaimedTwice(let command): "the command \(command) is there twice"
            case .schemeClaimedTwice(let scheme): "links that begin with \(scheme) have two meanings"
            }
        return AccountFailure(
            key: "features",
            text: "The program is put together wrongly: \(claim). Nothing was done."
        )
    }

    static func noView(_ screen: ScreenID) -> AccountFailure {
        AccountFailure(
            key: "no-view",
            text: "The screen \(screen) can't be shown in a terminal. Nothing was changed."
        )
    }
}
