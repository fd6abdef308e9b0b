import Domain
import Foundation
import Presentation

/// What `--format json` prints: one document, as `docs/account.schema.json` describes it. Its values are those of the
/// store and not of a locale: amounts as text with their currency, dates in ISO 8601 and UTC.
struct AccountDocument: Encodable {
    private(set) var user: String?
    private(set) var session: SessionDocument?
    private(set) var profile: ProfileDocument?
    private(set) var deals: ListDocument<DealDocument>?
    private(set) var deal: OneDealDocument?
    private(set) var settings: SettingsDocument?
    private(set) var sync: SyncDocument?
    private(set) var orders: ListDocument<OrderDocument>?
    private(set) var addresses: ListDocument<AddressDocument>?
    private(set) var names: NamesDocument?
    private(set) var migration: MigrationDocument?
    private(set) var reservations: ListDocument<ReservationDocument>?
    private(set) var update: UpdateDocument?
    private(set) var errors: ErrorsDocument?
    private(set) var problem: ProblemDocument?

    init(problem: ProblemDocument) {
        self.problem = problem
    }

    init(migration: MigrationDocument) {
        self.migration = migration
    }

    init(update: UpdateDocument) {
        self.update = update
    }

    init(errors: ErrorsDocument) {
        self.errors = errors
    }

    @MainActor
    init(_ list: ReservationListViewModel, of user: UserID, _ formats: Formats) {
        self.user = user.rawValue
        reservations = ListDocument(list.content, list.problem, formats) { ReservationDocument($0.reservation) }
    }

    @MainActor
    init(_ list: UserOrderListViewModel, of user: UserID, _ formats: Formats) {
        self.user = user.rawValue
        orders = ListDocument(list.content, list.problem, formats) { OrderDocument($0.order) }
    }

    @MainActor
    init(_ list: UserAddressListViewModel, of user: UserID, _ formats: Formats) {
        self.user = user.rawValue
        addresses = ListDocument(list.content, list.problem, formats) { AddressDocument($0.address) }
    }

    @MainActor
    init(_ profile: UserProfileViewModel, _ formats: Formats) {
        self.init(profile.orders, of: profile.user, formats)
        self.profile = ProfileDocument(profile.person, formats)
        addresses = AccountDocument(profile.addresses, of: profile.user, formats).addresses
    }

    init(session: SessionDocument) {
        self.session = session
    }

    @MainActor
    init(_ list: DealListViewModel, _ problem: Problem?, of user: UserID, _ formats: Formats) {
        self.user = user.rawValue
        deals = ListDocument(list.content, problem, formats) { DealDocument($0) }
    }

    @MainActor
    init(_ deal: DealViewModel, _ problem: Problem?, of user: UserID, _ formats: Formats) {
        self.user = user.rawValue
        self.deal = OneDealDocument(deal, problem, formats)
    }

    @MainActor
    init(_ settings: SettingsViewModel, _ formats: Formats) {
        user = settings.user.rawValue
        self.settings = SettingsDocument(settings, formats)
        sync = settings.sent.map(SyncDocument.init)
    }

    /// What was found, of which the first `limit` names.
    @MainActor
    init(_ search: NameSearchViewModel, limit: Int) {
        names = NamesDocument(search, limit: limit)
    }

    /// The document's bytes, keys in alphabetical order.
    func json() throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .custom { date, encoder in
            var container = encoder.singleValueContainer()
            try container.encode(date.formatted(.iso8601))
        }
        return try encoder.encode(self) + Data("\n".utf8)
    }

    /// Writes the document to standard output.
    func print() {
        do {
            try FileHandle.standardOutput.write(contentsOf: json())
        } catch {
            StandardError.say("The document could not be written to its end (\(error)).")
        }
    }
}

/// One list, and what must be known to trust it.
struct ListDocument<Item: Encodable>: Encodable {
    let items: [Item]?
    let freshness: FreshnessDocument?
    /// Field paths of what could not be read.
    let unreadable: [String]?
    let problem: ProblemDocument?

    init<Row>(_ content: ListContent<Row>?, _ problem: Problem?, _ formats: Formats, item: (Row) -> Item) {
        items = content?.rows.map(item)
        freshness = content.map { FreshnessDocument($0.freshness) }
        unreadable = content?.unreadable.map(\.description)
        self.problem = problem.map { ProblemDocument($0, wording: formats.wording) }
    }
}

/// Why something is not shown.
struct ProblemDocument: Encodable, Equatable {
    /// Stable, for programs.
    let key: String
    /// For people.
    let text: String
    let recovery: String

    init(key: String, text: String, recovery: String) {
        self.key = key
        self.text = text
        self.recovery = recovery
    }

    init(_ problem: Problem, wording: Wording) {
        self.init(key: problem.message.key, text: wording(problem), recovery: problem.recovery.word)
    }
}

extension Recovery {
    /// The word for programs.
    var word: String {
        switch self {
        case .retry: "retry"
        case .signIn: "sign-in"
        case .discard: "discard"
        case .none: "none"
        }
    }
}
