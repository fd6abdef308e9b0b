import Presentation

/// The command `account search` on a terminal: passes keys to the view model and shows its results, until the person leaves.
@MainActor
struct LiveSearch {
    /// How the search ended.
    enum Ending {
        /// The person left with Escape.
        case left
        /// The terminal was closed.
        case closed
        /// The person picked this name.
        case took(NameMatchRow)
        /// A signal whose default action must still happen.
        case signal(Int32)
    }

    private enum Event: Sendable {
        case terminal(LiveTerminal.Event)
        /// A change of the view model. The screen reads the current state, which may be a later one.
        case change
        /// The spinner turns.
        case turn
        /// No key followed an escape.
        case silence
    }

    private let model: NameSearchViewModel
    private let indicator: ActivityIndicator
    private let terminal: LiveTerminal
    private let events: AsyncStream<Event>
    private let send: AsyncStream<Event>.Continuation
    private var screen = SearchScreen()
    private var reader = KeyReader()
    private var spinning: Task<Void, Never>?
    private var silence: Task<Void, Never>?
    /// Whether Enter was pressed before there was a result for the text in the field.
    private var takesFirst = false

    init(_ model: NameSearchViewModel, _ indicator: ActivityIndicator, on terminal: LiveTerminal) {
        self.model = model
        self.indicator = indicator
        self.terminal = terminal
        (events, send) = AsyncStream.makeStream()
    }

    /// Shows the screen until the person leaves. The terminal is restored before the method returns.
    mutating func run() async -> Ending {
        let listening = [
            Task { [send, events = terminal.events] in for await event in events { send.yield(.terminal(event)) } },
            Task { [send, model, indicator] in
                for await _ in values(of: { SearchScreen.Content(model, indicator) }) { send.yield(.change) }
            },
        ]
        var ending: Ending?
        for await event in events {
            ending = handle(event)
            update()
            ending = ending ?? takeWhatArrived()
            if ending != nil { break }
            terminal.draw(screen.frame(terminal.size))
        }
        for task in listening + [spinning, silence].compactMap({ $0 }) { task.cancel() }
        model.cancel()
        terminal.close()
        return ending ?? .closed
    }

    private mutating func handle(_ event: Event) -> Ending? {
        switch event {
        case .change:
            break
        case .turn:
            screen.turn += 1
        case .silence:
            if let key = reader.takeEscape() { return press(key) }
        case .terminal(.bytes(let bytes)):
            silence?.cancel()
            for key in reader.keys(bytes) {
                if let ending = press(key) { return ending }
            }
            if reader.holdsEscape { silence = after(.milliseconds(50), .silence) }
        case .terminal(.resized):
            terminal.forget()
        case .terminal(.suspended):
            terminal.suspend()
        case .terminal(.resumed):
            terminal.resume()
        case .terminal(.ended(let signal)):
            return .signal(signal)
        case .terminal(.closed):
            return .closed
        }
        return nil
    }

    private mutating func update() {
        screen.content = SearchScreen.Content(model, indicator)
        spin(screen.content.isActive)
    }

    private mutating func press(_ key: Key) -> Ending? {
        update()
        let page = screen.pageLength(terminal.size)
        takesFirst = false
        switch key {
        case .escape: return .left
        case .enter: return enter()
        case .redraw: terminal.forget()
        case .up: screen.move(by: -1)
        case .down: screen.move(by: 1)
        case .pageUp: screen.move(by: -page)
        case .pageDown: screen.move(by: page)
        default: edit(key)
        }
        return nil
    }

    /// Returns the selected name. Without one, searches at once for the text in the field. If there is no result for it yet,
    /// the first name of that result is taken when it arrives; after a failure Enter only tries again.
    private mutating func enter() -> Ending? {
        if let name = screen.selected { return .took(name) }
        takesFirst = !screen.content.isSettled
        if !model.isActive { Task { [model] in await model.search() } }
        return nil
    }

    private mutating func takeWhatArrived() -> Ending? {
        guard takesFirst, screen.content.isSettled else { return nil }
        takesFirst = false
        return screen.selected.map(Ending.took)
    }

    private mutating func edit(_ key: Key) {
        switch key {
        case .text(let text): screen.field.insert(text)
        case .paste(let text): screen.field.paste(text)
        case .backspace: screen.field.deleteBackward()
        case .delete: screen.field.deleteForward()
        case .deleteWord: screen.field.deleteWord()
        case .deleteToStart: screen.field.deleteToStart()
        case .left: screen.field.moveLeft()
        case .right: screen.field.moveRight()
        case .home: screen.field.moveToStart()
        case .end: screen.field.moveToEnd()
        default: return
        }
        guard screen.field.text != model.query else { return }
        model.query = screen.field.text
        screen.selectFirst()
    }

    private mutating func spin(_ isActive: Bool) {
        guard isActive != (spinning != nil) else { return }
        spinning?.cancel()
        spinning =
            isActive
            ? Task { [send] in
                // One turn of the spinner, as fast as the eye can follow.
                while (try? await Task.sleep(for: .milliseconds(100))) != nil { send.yield(.turn) }
            } : nil
    }

    private func after(_ duration: Duration, _ event: Event) -> Task<Void, Never> {
        Task { [send] in
            // Only time shows whether more bytes follow. The next key or result cancels the task.
            if (try? await Task.sleep(for: duration)) != nil { send.yield(event) }
        }
    }
}

extension SearchScreen.Content {
    @MainActor
    init(_ model: NameSearchViewModel, _ indicator: ActivityIndicator) {
        let results = model.results
        self.results = results?.rows
        summary = model.summary
        notes = [results?.freshnessNote, results?.unreadableNote].compactMap { $0 }
        message = model.message
        canRetry = model.problem?.recovery == .retry
        isActive = indicator.isActive
        isSettled = model.isSettled
    }
}
