import Domain
import Foundation
import Presentation

/// Who is signed in now.
struct SessionDocument: Encodable {
    let isSignedIn: Bool
    var user: String?
}

/// What the store knows about a person, and what must be known to trust it.
struct ProfileDocument: Encodable {
    let name: String?
    let phone: String?
    let bonusPoints: Int?
    let freshness: FreshnessDocument?
    let unreadable: [String]?
    let problem: ProblemDocument?

    @MainActor
    init(_ person: ProfileViewModel, _ formats: Formats) {
        let snapshot = person.content?.snapshot
        name = snapshot?.value.name
        phone = snapshot?.value.phone
        bonusPoints = snapshot?.value.bonusPoints
        freshness = snapshot.map { FreshnessDocument($0.freshness) }
        unreadable = snapshot?.unreadable.map(\.description)
        problem = person.problem.map { ProblemDocument($0, wording: formats.wording) }
    }
}

struct DealDocument: Encodable {
    let id: String
    let title: String
    let subtitle: String?
    /// The day that the store has named, if it has named one.
    let endsOn: String?
    /// The first moment at which it no longer stands.
    let endsAt: Date?
    let isCurrent: Bool
    let terms: String

    init(_ row: DealRow) {
        id = row.deal.id.rawValue
        title = row.deal.title
        subtitle = row.deal.subtitle
        if case .day(let day, _)? = row.deal.end { endsOn = day.description } else { endsOn = nil }
        endsAt = row.deal.end?.over
        isCurrent = row.isCurrent
        terms = row.deal.terms
    }
}

/// One deal, and what must be known to trust it.
struct OneDealDocument: Encodable {
    let item: DealDocument?
    let freshness: FreshnessDocument?
    let problem: ProblemDocument?

    @MainActor
    init(_ deal: DealViewModel, _ problem: Problem?, _ formats: Formats) {
        item = deal.content.map(DealDocument.init)
        freshness = deal.freshness.map(FreshnessDocument.init)
        self.problem = problem.map { ProblemDocument($0, wording: formats.wording) }
    }
}

struct SettingsDocument: Encodable {
    /// What the person wants.
    let newDeals: Bool?
    /// What the store last confirmed.
    let confirmed: Bool?
    let freshness: FreshnessDocument?
    let problem: ProblemDocument?

    @MainActor
    init(_ settings: SettingsViewModel, _ formats: Formats) {
        let snapshot = settings.content?.snapshot
        newDeals = snapshot?.value.newDeals
        confirmed = snapshot?.value.confirmed
        freshness = snapshot.map { FreshnessDocument($0.freshness) }
        problem = settings.problem.map { ProblemDocument($0, wording: formats.wording) }
    }
}

/// What became of changes that were sent.
struct SyncDocument: Encodable {
    struct Change: Encodable {
        let newDeals: Bool
        let madeAt: Date
        let result: String
    }

    let changes: [Change]

    init(_ sent: [SentChange]) {
        changes = sent.map { sent in
            let result =
                switch sent.result {
                case .applied: "applied"
                case .refused: "refused"
                case .changedElsewhere: "changed-elsewhere"
                }
            return Change(newDeals: sent.change.newDeals, madeAt: sent.change.madeAt, result: result)
        }
    }
}
