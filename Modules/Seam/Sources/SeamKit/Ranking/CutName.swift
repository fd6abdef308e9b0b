/// Names for cuts, and for the protocols that could replace a singleton.
enum CutName {
    /// Returns a name from what the members have in common, else from their callers, else from the singleton's type. It is
    /// never the name of the type or of a caller, because those exist already.
    ///
    /// - Parameter isWorld: whether what is called are properties, so that their names are no verbs.
    static func proposal(
        members: [Ranking.Member],
        callers: [Ranking.User],
        type: String,
        isWorld: Bool = false
    ) -> String {
        let own = type.lastName
        let taken = Set(callers.map { $0.name.lastName } + [own])
        let name = isWorld ? source(of: members) : proposal(for: members, callers: callers, type: own)
        return taken.contains(name) ? named(capital(own), role: "Access") : name
    }

    private static func proposal(
        for members: [Ranking.Member],
        callers: [Ranking.User],
        type: String
    ) -> String {
        let calls = members.filter { $0.calls > 0 }
        if members.count == 1, let only = members.first {
            return only.calls == 0 ? source(of: members) : action(named: only.name, on: type)
        }
        if calls.count == 1, let only = calls.first { return action(named: only.name, on: type) }
        if let noun = commonNoun(of: members.map(\.name)) {
            let verbs = Set(calls.compactMap { words(of: $0.name).first })
            if verbs.count == 1, let verb = verbs.first, calls.count == members.count {
                return capital(verb) + noun
            }
            return named(noun, role: "Access")
        }
        // A file's name says where they are called, but not from which type.
        if callers.count == 1, let caller = callers.first, !caller.name.hasSuffix(".swift") {
            let stem = stem(of: caller.name)
            if !stem.isEmpty { return named(stem, role: "Access") }
        }
        // Properties of a few kinds are better named by the first than by what has them all.
        return calls.isEmpty && members.count <= 3 ? source(of: members) : named(capital(type), role: "Access")
    }

    /// Returns a name for what is read: that of the property that is read most.
    private static func source(of members: [Ranking.Member]) -> String {
        let role = members.count > 1 ? "Access" : members.allSatisfy { $0.writes == 0 } ? "Source" : "Store"
        return named(capital(members.first?.name ?? ""), role: role)
    }

    /// Returns the action; a verb without its object says too little.
    private static func action(named name: String, on type: String) -> String {
        guard words(of: name).count == 1 else { return capital(name) }
        let verb = capital(name)
        let noun = withoutRole(capital(type))
        // A word is not repeated: `favicon` of a `FaviconGenerator`.
        guard let first = words(of: noun).first, singular(of: first) == singular(of: verb) else { return verb + noun }
        return noun == verb ? named(verb, role: "Access") : noun
    }

    /// Returns a name that no other cut has: with the type in front, by what its members do, most used first, or by the module
    /// of its callers. Only if all of these are taken, it gets a number.
    static func unique(_ cut: Ranking.Cut, type: String, among taken: Set<String>) -> String {
        guard taken.contains(cut.name) else { return cut.name }
        let own = capital(type.lastName)
        let isVague = cut.name == named(own, role: "Access")
        let longer = cut.name.hasPrefix(own) ? cut.name : own + cut.name
        let actions = cut.members.map { member in
            member.calls > 0
                ? action(named: member.name, on: type)
                : named(capital(member.name), role: member.writes > 0 ? "Store" : "Source")
        }
        let modules = Set(cut.callers.map(\.module)).sorted().map { named(capital($0) + own, role: "Access") }
        let names = (isVague ? [] : [longer]) + actions + actions.map { own + $0 } + (modules.count == 1 ? modules : [])
        if let free = names.first(where: { !taken.contains($0) }) { return free }
        var result = longer
        var number = 1
        // This ends because the number of taken names is limited.
        while taken.contains(result) {
            number += 1
            result = "\(longer)\(number)"
        }
        return result
    }

    /// The last words of types' names that say nothing of what a type is about.
    private static let roles: Set<String> = [
        "Client", "Controller", "Coordinator", "Handler", "Helper", "Manager", "Provider", "Service", "Store",
    ]

    /// Returns the name of a type without its role: `Data` for `DataManager`.
    private static func withoutRole(_ type: String) -> String {
        let words = words(of: type)
        return words.count > 1 && words.last.map(roles.contains) == true ? words.dropLast().joined() : type
    }

    /// Returns a name with its role, without repeating it.
    private static func named(_ name: String, role: String) -> String {
        name.hasSuffix(role) ? name : name + role
    }

    /// Returns a word that at least half of the names contain, other than as their verb.
    private static func commonNoun(of names: [String]) -> String? {
        var counts: [String: Int] = [:]
        for name in names {
            let parts = words(of: name)
            let nouns = parts.count > 1 ? parts.dropFirst() : parts[...]
            for word in Set(nouns.map { singular(of: $0) }) { counts[word, default: 0] += 1 }
        }
        let best = counts.filter { $0.value * 2 >= names.count && $0.value > 1 && $0.key.count > 2 }
            .max { ($0.value, $1.key) < ($1.value, $0.key) }
        return best.map { capital($0.key) }
    }

    private static func singular(of word: String) -> String {
        let word = word.lowercased()
        if word.hasSuffix("sses") { return String(word.dropLast(2)) }
        return word.hasSuffix("s") && !word.hasSuffix("ss") && word.count > 3 ? String(word.dropLast()) : word
    }

    /// Splits `fetchUserOrders` into fetch, User, Orders.
    static func words(of name: String) -> [String] {
        var result: [String] = []
        for character in name {
            if character == "_" || (character.isUppercase && result.last?.last?.isUppercase != true) {
                result.append(character == "_" ? "" : String(character))
            } else if result.isEmpty {
                result.append(String(character))
            } else {
                result[result.count - 1].append(character)
            }
        }
        return result.filter { !$0.isEmpty }
    }

    private static func capital(_ name: String) -> String {
        let name = name.drop { !$0.isLetter }
        return name.prefix(1).uppercased() + name.dropFirst()
    }

    private static let endings = [
        "ViewController", "ViewModel", "Controller", "Presenter", "Coordinator", "Interactor", "Screen", "View",
        "Model",
        "Scene", "Cell",
    ]

    private static func stem(of caller: String) -> String {
        let name = caller.lastName
        for ending in endings where name.hasSuffix(ending) && name.count > ending.count {
            return capital(String(name.dropLast(ending.count)))
        }
        return capital(name)
    }
}
