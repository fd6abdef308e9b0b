import Domain
import Foundation
import LoopbackHTTP
import Presentation

// What changes while a person looks at it. Everything here works without a script too, by loading the page again.

extension Visit {
    /// How often a page hears that the program is there.
    private static let beat = Duration.seconds(5)

    // MARK: Search

    private var text: String { String((request.parameters["query"] ?? "").prefix(1_000)) }

    private func searchPage(_ results: HTML) -> Response {
        response(
            """
            <section><h1>Search</h1><form method="get" action="/search" class="line" role="search">
            <label for="query">What the names contain</label><input id="query" name="query" type="search" \
            value="\(attribute: text)" maxlength="\(NameQuery.maximumLength)" autocomplete="off" autocapitalize="none" \
            spellcheck="false" dir="auto" data-results="/search/results"><button>Search</button></form></section>
            <div id="part" aria-live="polite">\(results)</div>
            """
        )
    }

    /// The page of a search whose query is in the address.
    func search() async -> Response {
        guard request.parameters["query"] != nil else { return searchPage("") }
        let (model, _) = app.composition.nameSearch(formats)
        model.query = text
        await model.search()
        return searchPage(found(by: model))
    }

    /// What a query has found, for a page that replaces its results with it. The model waits until the person pauses, because
    /// the script gives up a query at the next key.
    func searchResults() async -> Response {
        let (model, _) = app.composition.nameSearch(formats)
        model.query = text
        for await isSettled in Presentation.values(of: { model.isSettled }) where isSettled { break }
        if Task.isCancelled { model.cancel() }
        return WebPage.response(200, found(by: model))
    }

    private func found(by model: NameSearchViewModel) -> HTML {
        if let message = model.message {
            let style: HTML = model.problem == nil ? "note" : "note problem"
            return "<section><p class=\"\(style)\">\(message)</p></section>"
        }
        return html(session.showing(model).write)
    }

    // MARK: Events

    /// Returns the events of a screen. They end with the page, and when somebody signs in or out.
    func events(of screen: String) -> AsyncStream<WebEvent> {
        let (events, continuation) = AsyncStream<WebEvent>.makeStream(bufferingPolicy: .bufferingNewest(64))
        let following = Task {
            await withDiscardingTaskGroup { group in
                group.addTask { await beat(continuation) }
                switch isOn(page: session.person) ? screen : "-" {
                case "deals": group.addTask { await followDeals(continuation) }
                case "hand-over": group.addTask { await followHandOver(continuation) }
                default: break
                }
            }
        }
        continuation.onTermination = { _ in following.cancel() }
        return events
    }

    /// Whether the page in the browser shows this person.
    private func isOn(page person: UserID?) -> Bool { (person?.rawValue ?? "") == (query["person"] ?? "") }

    private func beat(_ events: AsyncStream<WebEvent>.Continuation) async {
        // Browsers take the time from beat to beat as a sign of life, so it is real time.
        repeat {
            let person = try? await Session(app.composition, of: nil, formats).signedIn(app.options).person
            if !isOn(page: person) {
                events.yield(WebEvent(kind: .reload))
                return events.finish()
            }
            events.yield(WebEvent(kind: .beat))
        } while (try? await Task.sleep(for: Self.beat)) != nil
    }

    private func followDeals(_ events: AsyncStream<WebEvent>.Continuation) async {
        guard let user = session.person else { return }
        let list = app.composition.dealList(of: user, formats)
        await withDiscardingTaskGroup { group in
            group.addTask { await list.follow() }
            if !app.options.offline { group.addTask { await follow(news: user, beside: list, events) } }
            for await part in values(of: { deals(list) }) {
                if let part { events.yield(WebEvent(kind: .part, html: part)) }
            }
        }
    }

    private func deals(_ list: DealListViewModel) -> HTML? {
        // The list is observed before it has content.
        guard list.content != nil else { return nil }
        return (try? session.showing(deals: list, all: query["all"] == "true")).map { html($0.write) }
    }

    private func follow(
        news user: UserID,
        beside list: DealListViewModel,
        _ events: AsyncStream<WebEvent>.Continuation
    ) async {
        for await piece in app.composition.users[user].stored.observeNews.news(for: user) {
            // The news begin with the deals that are there, and the list has those.
            if case .deal(let deal) = piece, list.snapshot?.value.contains(deal) == true { continue }
            events.yield(WebEvent(kind: .news, html: "<p class=\"note done\">\(formats.line(piece, at: Date()))</p>"))
            if case .connection = piece { continue }
            await list.load()
        }
    }

    private func followHandOver(_ events: AsyncStream<WebEvent>.Continuation) async {
        let model = HandOverModel(app.options)
        let following = Task { await model.follow(every: .seconds(2)) }
        defer { following.cancel() }
        for await part in values(of: { model.state.map { self.html($0) } }) {
            if let part { events.yield(WebEvent(kind: .part, html: part)) }
        }
    }
}
