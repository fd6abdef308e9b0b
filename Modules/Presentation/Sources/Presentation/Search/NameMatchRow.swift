public import Domain

/// One name that was found, as a person reads it. Every text is formatted when it is asked for.
public struct NameMatchRow: Identifiable, Sendable {
    /// What the texts are made of.
    public let match: NameMatch
    private let formats: Formats

    /// Creates the row of `match`.
    public init(_ match: NameMatch, formats: Formats) {
        self.match = match
        self.formats = formats
    }

    /// The name, unique in a list.
    public var id: InternetName { match.name }

    /// The name in the script of its language, where it is an internationalised one.
    public var name: String { match.name.unicode }

    /// The name as registries keep it, in ASCII: what to hand on.
    public var registeredName: String { match.name.text }

    /// On which day its record last changed, if that is known.
    public var updated: String? { match.updatedAt.map { formats.wording(.nameUpdated, .text(formats.day($0))) } }

    /// Until which day it is paid for, if that is known.
    public var expires: String? { match.expiresAt.map { formats.wording(.nameExpires, .text(formats.day($0))) } }

    /// Where it is registered, in the reader's language, if that is known.
    public var country: String? { match.country.map(formats.country) }

    /// What to write beside a name that no longer leads anywhere; `nil` beside the others.
    public var deadNote: String? { match.isDead == true ? formats.wording(.nameIsDead) : nil }
}

extension Noun {
    /// Names that a search has found.
    public static let names = Noun(
        plural: "names",
        "name",
        key: "search",
        title: "Names",
        empty: "No result for this request",
        exceptions: [
            .unavailable:
                "The names can't be searched, because their database can't be reached. Check the connection, then try again.",
            .busy:
                "The names can't be searched, because their database has too much to do. Try again in a moment.",
            .malformed:
                "The database of names sent an answer that can't be read, so nothing is shown. Try again in a few minutes.",
        ]
    )
}

extension Message {
    /// There is no query.
    public static let searchNothing = Message("search.nothing", "Please, search something")
    /// The query has more characters than the count in argument 0.
    public static let searchTooLong = Message(
        "search.too-long",
        "The request is too long. Shorten it to {0} characters at most."
    )
    /// As many names as the count in argument 0 were found in the time in argument 1.
    public static let searchSummary = Message("search.summary", "{0} names in {1}", one: "{0} name in {1}")
    /// The record of a name last changed on the day in argument 0.
    public static let nameUpdated = Message("name.updated", "updated {0}")
    /// A name is paid for until the day in argument 0.
    public static let nameExpires = Message("name.expires", "paid until {0}")
    /// A name no longer leads anywhere.
    public static let nameIsDead = Message("name.dead", "leads nowhere")

    static let search = [searchNothing, searchTooLong, searchSummary, nameUpdated, nameExpires, nameIsDead]
}
