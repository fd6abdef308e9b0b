/// A database of registered names. It is the same for one seed and count, on every run and platform, and a larger database
/// begins with the names of a smaller one. Every name but the first is reserved for examples.
struct NameDirectory: Sendable {
    /// The maximum number of names in a response.
    static let largestAnswer = 50

    private struct Entry {
        let name: RegisteredName
        /// The text that queries are compared with: both spellings, in lower case.
        let text: String
    }

    private let entries: [Entry]

    init(seed: UInt64, count: Int) {
        var generator = SplitMix64(seed: seed ^ 0x6E61_6D65)
        var taken: Set<String> = []
        entries = (0..<max(0, count)).map { index in
            let name = Self.name(at: index, &generator, &taken)
            let text = [name.domain, name.unicode].compactMap { $0?.lowercased() }.joined(separator: "\n")
            return Entry(name: name, text: text)
        }
    }

    /// Returns the first names that contain `query`, ignoring case, and how many there are in total.
    func names(containing query: String) -> (first: [RegisteredName], total: Int) {
        let sought = query.lowercased()
        var first: [RegisteredName] = []
        var total = 0
        for entry in entries where entry.text.contains(sought) {
            total += 1
            if first.count < Self.largestAnswer { first.append(entry.name) }
        }
        return (first, total)
    }

    /// Returns the name at a position: first a fixed name, then as many with `med` as a response can have, then the odd ones,
    /// then others.
    private static func name(
        at index: Int,
        _ generator: inout SplitMix64,
        _ taken: inout Set<String>
    ) -> RegisteredName {
        switch index {
        case 0:
            return medMedBuy
        case ..<largestAnswer:
            let label = generator.one(of: NameWords.med) + "-" + generator.one(of: NameWords.plain)
            return generator.registered(free(label, generator.one(of: NameWords.suffixes), &taken))
        case ..<(largestAnswer + OddNames.all.count):
            return OddNames.all[index - largestAnswer]
        default:
            let word = generator.below(6) == 0 ? NameWords.med : NameWords.plain
            let label = generator.one(of: word) + "-" + generator.one(of: NameWords.plain)
            let suffix = generator.one(of: NameWords.suffixes)
            guard generator.below(20) == 0 else { return generator.registered(free(label, suffix, &taken)) }
            let (ascii, unicode) = generator.one(of: NameWords.internationalised)
            let domain = free(label, "\(ascii).\(suffix)", &taken)
            let first = domain.prefix { $0 != "." }
            return generator.registered(domain, unicode: "\(first).\(unicode).\(suffix)")
        }
    }

    /// Returns `label` below `suffix`, with a number added if the name is taken.
    private static func free(_ label: String, _ suffix: String, _ taken: inout Set<String>) -> String {
        if taken.insert("\(label).\(suffix)").inserted { return "\(label).\(suffix)" }
        var number = 2
        while !taken.insert("\(label)\(number).\(suffix)").inserted { number += 1 }
        return "\(label)\(number).\(suffix)"
    }

    private static let medMedBuy = RegisteredName(
        domain: "med-med-buy.com",
        nameServers: ["ns1.parkingcrew.net", "ns2.parkingcrew.net"],
        updated: Timestamp.milliseconds(2018, 1, 11, 5, 29, 12) + 517,
        isDead: false
    )
}

extension SplitMix64 {
    fileprivate mutating func one<Element>(of elements: [Element]) -> Element {
        elements[below(elements.count)]
    }

    /// Returns a name with a history of its own. Some names have no known history.
    fileprivate mutating func registered(_ domain: String, unicode: String? = nil) -> RegisteredName {
        var name = RegisteredName(domain: domain, unicode: unicode)
        name.hasWhois = below(4) == 0
        name.isDead = below(20) == 0 ? nil : below(10) == 0
        if below(2) == 0 { name.country = one(of: NameWords.countries) }
        if below(3) > 0 { name.nameServers = (1...(2 + below(2))).map { "ns\($0).example.net" } }
        let day = 86_400_000
        let created = Timestamp.milliseconds(1996, 1, 1, 0, 0, 0) + below(10_000) * day + below(86_400) * 1000
        if below(3) > 0 { name.created = created }
        if below(10) > 0 { name.updated = created + below(300) * day + below(86_400_000) }
        if below(3) > 0 { name.expires = created + (1 + below(10)) * 365 * day }
        return name
    }
}
