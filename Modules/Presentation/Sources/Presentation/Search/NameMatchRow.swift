public import Domain

/// One name that was found, as a person reads it. Every text is formatted when it is asked for.
public struct NameMatchRow: Identifiable, Sendable {
    /// What the texts are made of.
    public let match: NameMatch
    private let formats: Formats

    /// Makes the row of `match`.
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
