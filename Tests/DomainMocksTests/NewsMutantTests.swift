import Domain
import DomainContracts
import DomainMocks
import Foundation
import TestSupport
import Testing

@Suite("Mocked news without one of their behaviours fail the rows about it, and no others")
struct NewsMutantTests {
    @Test("News", arguments: newsMutants)
    func news(_ mutant: PartsMutant<NewsParts>) async throws {
        let failed = try await mutant.rowsFailed(of: NewsContract.rows) { situation, change in
            var parts = NewsParts(situation)
            change(&parts)
            return parts.arranged()
        }
        #expect(failed == mutant.failedRows)
    }

    @Test("Every row is failed by a mutant")
    func everyRow() {
        #expect(unfailed(NewsContract.rows, by: newsMutants.map(\.failedRows)) == [])
    }
}

private let fromOff = "With notifications off from the beginning, no offer arrives until they are on"
private let offHere = "Switched off here, no offer arrives any more"
private let offElsewhere = "Switched off elsewhere, no offer arrives any more"
private let whole = "A new offer arrives whole"
private let ended = "An offer that the store takes back has ended, once"
private let once = "What the store repeats arrives once"
private let nonsense = "What can't be read does not stop what comes after it"
private let lost = "A lost connection is reported once, and so is its return"
private let missed = "What changed while the connection was lost arrives afterwards, and nothing else"
private let signIn = "Being asked to sign in is a reason of its own, and ends with the sign-in"
private let second = "A second observer gets everything from the beginning"
private let leaving = "An observer that is cancelled has ended, and the others go on"

private let newsMutants: [PartsMutant<NewsParts>] = offerMutants + connectionMutants + settingsMutants + observerMutants

private let offerMutants: [PartsMutant<NewsParts>] = [
    changing(
        "passes on an offer without its first character",
        failing: whole,
        once,
        nonsense,
        missed,
        fromOff,
        offHere,
        offElsewhere,
        second
    ) { piece, _ in
        guard case .deal(let deal) = piece, deal.title.hasPrefix("🎃") else { return [piece] }
        let title = String(deal.title.dropFirst())
        return [.deal(Deal(id: deal.id, title: title, subtitle: nil, end: nil, terms: ""))]
    },
    PartsMutant("takes what is over for new", failing: "An offer that is over is not new") { parts in
        parts.mock = MockNews(deals: parts.situation.deals, isOn: parts.situation.isOn, now: { .distantPast })
    },
    changing("reports an offer once, whatever becomes of it", failing: "A changed offer arrives again") { piece, seen in
        guard case .deal(let deal) = piece else { return [piece] }
        return seen.contains { $0.id == deal.id } ? [] : [piece]
    },
    changing("does not say that an offer ended", failing: ended, missed) { piece, _ in
        if case .ended = piece { [] } else { [piece] }
    },
    changing("says twice that an offer ended", failing: ended, missed) { piece, _ in
        if case .ended = piece { [piece, piece] } else { [piece] }
    },
    PartsMutant("passes on what is repeated", failing: once, ended) { parts in parts.repeats = true },
    PartsMutant("ends at what it can't read", failing: nonsense) { parts in parts.endsAtNonsense = true },
]

private let connectionMutants: [PartsMutant<NewsParts>] = [
    PartsMutant(
        "does not say that it is connected",
        failing: NewsContract.rows.map(\.name).filter { $0 != fromOff }
    ) { parts, hang in
        parts.hang = hang
        parts.change = { piece, seen in seen.isEmpty && piece == .connection(.connected) ? [] : [piece] }
    },
    changing("hides that the connection is lost", failing: lost, missed, signIn) { piece, _ in
        piece.isLoss ? [] : [piece]
    },
    changing("says twice that the connection is lost", failing: lost, missed) { piece, _ in
        piece.isLoss ? [piece, piece] : [piece]
    },
    changing("hides that the connection is back", failing: lost, missed, signIn) { piece, seen in
        piece == .connection(.connected) && seen.contains(where: \.isLoss) ? [] : [piece]
    },
    changing("takes being asked to sign in for a lost connection", failing: signIn) { piece, _ in
        piece == .connection(.lost(.unauthorised)) ? [.connection(.lost(.unavailable))] : [piece]
    },
    changing("begins again after a loss", failing: lost, missed, signIn) { piece, seen in
        guard piece == .connection(.connected), seen.contains(where: \.isLoss) else { return [piece] }
        return [piece] + seen.filter { $0.id != nil }
    },
    changing("drops what changed meanwhile", failing: missed) { piece, seen in
        piece.isNew && seen.contains(where: \.isLoss) ? [] : [piece]
    },
]

private let settingsMutants: [PartsMutant<NewsParts>] = [
    PartsMutant("begins without a look at the settings", failing: fromOff) { parts in
        parts.mock = MockNews(deals: parts.situation.deals, now: { Date() })
    },
    deaf("goes on when notifications are off", failing: offHere) { event in
        if case .switches(on: false, elsewhere: false) = event { true } else { false }
    },
    deaf("goes on when another device switches notifications off", failing: offElsewhere) { event in
        if case .switches(on: false, elsewhere: true) = event { true } else { false }
    },
    changing("drops what came while notifications were off", failing: fromOff, offHere, offElsewhere) { piece, seen in
        piece.isNew && seen.contains(.connection(.paused)) ? [] : [piece]
    },
]

private let observerMutants: [PartsMutant<NewsParts>] = [
    PartsMutant("has one observer alone", failing: [second, leaving]) { parts, hang in
        parts.hang = hang
        parts.servesOneAlone = true
    },
    PartsMutant("ends for everybody when one leaves", failing: leaving) { parts in parts.endsTogether = true },
]

private func changing(
    _ description: String,
    failing rows: String...,
    change: @escaping @Sendable (News, [News]) -> [News]
) -> PartsMutant<NewsParts> {
    PartsMutant(description, failing: rows) { parts, hang in
        parts.hang = hang
        parts.change = change
    }
}

private func deaf(
    _ description: String,
    failing row: String,
    to event: @escaping @Sendable (NewsStoreEvent) -> Bool
) -> PartsMutant<NewsParts> {
    PartsMutant(description, failing: [row]) { parts, hang in
        parts.hang = hang
        parts.hears = { !event($0) }
    }
}

extension News {
    /// The offer that the news is about.
    fileprivate var id: DealID? {
        switch self {
        case .deal(let deal): deal.id
        case .ended(let id): id
        case .connection: nil
        }
    }

    fileprivate var isLoss: Bool { if case .connection(.lost) = self { true } else { false } }

    /// Whether it is the offer that the rows publish later.
    fileprivate var isNew: Bool { id?.rawValue.hasPrefix("N 1") ?? false }
}
