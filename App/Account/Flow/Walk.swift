import Domain
import Presentation

extension Session {
    /// A step through the screens of the app.
    enum Step: Sendable {
        /// Opens a link, as it is written.
        case open(String)
        /// Goes back to the previous screen.
        case back
    }

    /// Takes several steps in one process, up to the first that fails, and shows the history of screens at the end. If nobody
    /// has signed in, a person at a terminal signs in first.
    static func walk(_ steps: [Step], isAgreed: Bool, _ options: FlowOptions) async throws(AccountFailure) {
        try await runWithoutUser(options.account) { nobody throws(AccountFailure) in
            let session: Session
            do throws(AccountFailure) {
                session = try await nobody.signedIn(options.account)
            } catch {
                guard error.recovery == .signIn, PasswordPrompt.isPossible else { throw error }
                StandardError.say(error.document.text)
                _ = try await nobody.open(Link(.screen(.signIn)).description, in: nobody.flow(options))
                session = try await nobody.signedIn(options.account)
            }
            let flow = try session.flow(options)
            let showing = await session.walk(steps, isAgreed, in: flow)
            return session.sendingPending(after: showing, options.account)
        }
    }

    /// Takes the steps, each after the previous one.
    func walk(_ steps: [Step], _ isAgreed: Bool, in flow: Flow) async -> Showing {
        var walk = Walk()
        for step in steps {
            switch step {
            case .back:
                walk.wentBack(to: flow.controller.back())
            case .open(let link):
                do throws(AccountFailure) {
                    walk.opened(link, try await opened(link, isAgreed, in: flow))
                } catch {
                    walk.failed(link, error)
                    return walk.showing(flow.controller.history)
                }
            }
        }
        return walk.showing(flow.controller.history)
    }
}

/// The outcome of several steps.
@MainActor
private struct Walk {
    private var steps: [JSON] = []
    private var writes: [@MainActor (inout Page) -> Void] = []
    private var afterwards: [@MainActor () async -> Void] = []
    private var failure: AccountFailure?

    mutating func wentBack(to link: Link?) {
        steps.append(["back": .string(link?.description ?? "")])
        writes.append { page in
            page.heading("--back")
            page.line(link?.description ?? "There is no previous screen.", .faint, indent: 2)
        }
    }

    mutating func opened(_ link: String, _ showing: Session.Showing) {
        steps.append(["link": .string(link), "shown": showing.document])
        writes.append { page in
            page.heading(link)
            showing.write(&page)
        }
        if let last = showing.afterwards { afterwards.append(last) }
    }

    mutating func failed(_ link: String, _ failure: AccountFailure) {
        steps.append(["link": .string(link)])
        self.failure = failure
        self.failure?.isShown = true
    }

    func showing(_ history: [Link]) -> Session.Showing {
        let walk: JSON = ["steps": .list(steps), "history": .list(history.map { .string($0.description) })]
        return Session.Showing(
            document: ["walk": walk, "problem": failure.map(\.document.json) ?? .absent],
            write: { page in
                for write in writes { write(&page) }
                page.heading("History")
                for link in history.dropLast() { page.line(link.description, indent: 2) }
                if let current = history.last { page.line("\(current) (current)", indent: 2) }
            },
            failure: failure,
            afterwards: {
                for work in afterwards { await work() }
            }
        )
    }
}
