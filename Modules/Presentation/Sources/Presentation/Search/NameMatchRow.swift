public import Domain

/// One name that was found, as a person reads it. Each text is formatted when it is accessed.
public typealias NameMatchRow = ListRow<NameMatch>

extension NameMatchRow {
    /// The name in the script of its language, if it is an internationalised one.
    public var name: String { entity.name.unicode }

    /// The name as registries store it, in ASCII: the form to pass to other programs.
    public var registeredName: String { entity.name.text }

    /// The day on which the record last changed, if it is known.
    public var updated: String? { entity.updatedAt.map { formats.wording(.nameUpdated, .text(formats.day($0))) } }

    /// The day until which the name is paid for, if it is known.
    public var expires: String? { entity.expiresAt.map { formats.wording(.nameExpires, .text(formats.day($0))) } }

    /// The country in which the name is registered, in the reader's language, if it is known.
    public var country: String? { entity.country.map(formats.country) }

    /// The note beside a name that no longer resolves; `nil` beside the others.
    public var deadNote: String? { entity.isDead == true ? formats.wording(.nameIsDead) : nil }
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
    /// A number of names, the count in argument 0, was found in the time in argument 1.
    public static let searchSummary = Message("search.summary", "{0} names in {1}", one: "{0} name in {1}")
    /// The record of a name last changed on the day in argument 0.
    public static let nameUpdated = Message("name.updated", "updated {0}")
    /// A name is paid for until the day in argument 0.
    public static let nameExpires = Message("name.expires", "paid until {0}")
    /// A name no longer resolves.
    public static let nameIsDead = Message("name.dead", "leads nowhere")

    static let search = [searchNothing, searchTooLong, searchSummary, nameUpdated, nameExpires, nameIsDead]
}
