import Foundation
import LoopbackHTTP
import Observation
import Presentation
import Strangler

/// Where the hand-overs stand: the table of `account migration`, and the charts, as the journal grows.
@MainActor @Observable
final class HandOverModel {
    struct State {
        let statuses: [MigrationStatus]
        /// The charts by use case.
        let charts: [(name: String, chart: Chart)]
        fileprivate let evidence: Evidence
    }

    /// `nil` before the first load.
    private(set) var state: State?
    private let options: AccountOptions

    init(_ options: AccountOptions) {
        self.options = options
    }

    /// Reads the journal, which other processes write too.
    func load() async throws(AccountFailure) {
        let contents = try await options.stateFolder.journalContents()
        guard contents.evidence != state?.evidence else { return }
        let plans = try options.plans()
        let judging = Judging(options, plans: plans, by: Rule(), recording: false).migration
        var statuses: [MigrationStatus] = []
        var charts: [(String, Chart)] = []
        for useCase in Migration.UseCase.allCases {
            let verdict = judging.verdict(on: useCase, in: contents.evidence)
            statuses.append(MigrationStatus(plan: plans[useCase] ?? .legacy, verdict, contents))
            let chart = Chart(of: useCase.rawValue, in: contents.evidence, entries: contents.entries, beside: verdict)
            if !chart.totals.isEmpty { charts.append((useCase.rawValue, chart)) }
        }
        state = State(statuses: statuses, charts: charts, evidence: contents.evidence)
    }

    /// Reads the journal again and again, until the task is cancelled. Other processes write to it, and nothing says when.
    func follow(every interval: Duration) async {
        repeat {
            // A journal that can't be read now can be read a moment later; the page has the last state.
            try? await load()
        } while (try? await Task.sleep(for: interval)) != nil
    }
}

extension Visit {
    func handOver() async throws(AccountFailure) -> HTML {
        guard app.options.modules == .real else {
            return
                "<section><h1>Hand-over</h1><p class=\"note\">Mocks are not handed over, so there is no evidence.</p></section>"
        }
        let model = HandOverModel(app.options)
        try await model.load()
        return "<div id=\"part\">\(model.state.map { html($0) })</div>"
    }

    func html(_ state: HandOverModel.State) -> HTML {
        var recorded = Page(recording: 0..<1_000)
        recorded.heading("Hand-over")
        recorded.write(state.statuses, Rule())
        let charts = state.charts.map { name, chart -> HTML in
            let address = PartsHTML.address(
                "/hand-over/chart.svg",
                ["of": name, "runs": String(chart.totals.values.reduce(0, +))]
            )
            return """
                <figure><img src="\(attribute: address)" alt="Outcomes and latencies of \(attribute: name) over time">\
                <figcaption>\(chart.note ?? "")</figcaption></figure>
                """
        }
        return "\(parts.html(recorded.parts ?? []))\(charts)"
    }

    /// The chart of one use case. It is a picture, so its style acts on nothing else.
    func chart() async throws(AccountFailure) -> WebReply {
        let model = HandOverModel(app.options)
        try await model.load()
        let chart = model.state?.charts.first { $0.name == query["of"] }?.chart
        let svg = Data((chart?.svg() ?? "<svg xmlns=\"http://www.w3.org/2000/svg\"/>").utf8)
        let policy = "default-src 'none'; style-src 'unsafe-inline'"
        return .response(WebPage.response(200, type: "image/svg+xml", svg, policy: policy))
    }
}
