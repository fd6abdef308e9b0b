import SeamKit

/// The type or member that a restriction names: `AccountService`, `Network.Client`, `LegacyAccount.AccountService`,
/// `AccountService.logOut`, `AccountService.*`.
struct RestrictedName: Sendable {
    let restriction: Configuration.Restriction
    /// The declaring module, if the name includes it.
    let module: String?
    /// The type with the types around it.
    let path: String
    /// The type's own name.
    let name: String
    /// The member; nil for the whole type.
    let member: Pattern?
    private let knownModules: Set<String>

    /// - Parameter knownModules: modules of the tree and those that it imports.
    init(type restriction: Configuration.Restriction, knownModules: Set<String>) {
        self.init(
            restriction: restriction,
            parts: restriction.subject.text.split(separator: ".").map(String.init),
            member: nil,
            knownModules: knownModules
        )
    }

    /// - Parameter knownModules: modules of the tree and those that it imports.
    init(member restriction: Configuration.Restriction, knownModules: Set<String>) {
        let parts = restriction.subject.text.split(separator: ".").map(String.init)
        self.init(
            restriction: restriction,
            parts: parts.dropLast(),
            member: parts.last.map(Pattern.init),
            knownModules: knownModules
        )
    }

    private init(
        restriction: Configuration.Restriction,
        parts: [String],
        member: Pattern?,
        knownModules: Set<String>
    ) {
        self.restriction = restriction
        self.member = member
        self.knownModules = knownModules
        let hasModule = parts.count > 1 && knownModules.contains(parts[0])
        module = hasModule ? parts[0] : nil
        path = (hasModule ? parts.dropFirst() : parts[...]).joined(separator: ".")
        name = parts.last ?? ""
    }

    func fits(_ use: Use) -> Bool {
        guard use.type == path, module.map({ use.singleton.hasPrefix("\($0).") }) ?? true else { return false }
        return member.map { $0.matches(module: use.member, isTest: false) } ?? true
    }

    func fits(_ singleton: Singleton) -> Bool {
        singleton.name == path && module.map { singleton.module == $0 } ?? true
    }

    /// - Parameter home: the module that declares the type, if only one does.
    func fits(_ mention: Mention, home: String?) -> Bool {
        guard mention.name == name else { return false }
        if let type = mention.type {
            return type.path == path && (module ?? home).map { $0 == type.module } ?? true
        }
        let outer = path.dropLast(name.count).dropLast()
        if outer.isEmpty {
            // A qualifier is the module.
            guard !mention.qualifier.isEmpty else { return true }
            return module.map { mention.qualifier == $0 } ?? knownModules.contains(mention.qualifier)
        }
        if mention.qualifier.isEmpty {
            return mention.enclosing == outer || mention.enclosing.hasPrefix(outer + ".")
        }
        return mention.qualifier == outer || mention.qualifier.hasSuffix("." + outer)
    }
}
