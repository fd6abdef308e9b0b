import SeamKit

/// A use that can be rewritten.
struct Candidate {
    let access: Access
    /// How the use reads the property; nil for the use in the caller's property itself.
    var reading: Reading?
    /// Why the use reads a static property; nil if it reads an instance's.
    var staticReason: Reason?
    /// How a use that reads a static property gets an instance that was passed; nil if it can't.
    var holding: Holding?

    /// Whether the use reads what was passed or nothing new: no static property could be read in its place.
    var isHeldOnly = false

    /// Whether an initializer is to take the instance, although the use could read a property.
    var isPassed: Bool {
        if staticReason == nil, case .parameter? = holding { return true }
        return false
    }

    var row: Int { access.located.row }
    var use: Use { access.use }
    var context: UseContext { access.context }
    var instance: InjectedType { access.instance }

    /// Whether the use can say `self` before the name of an instance's property.
    var canSaySelf: Bool {
        guard case .plain? = reading, let owner = context.owner else { return false }
        return staticReason == nil && !context.isStatic && owner.kind != .file
    }

    /// Returns the expression for the property.
    func expression(for property: String, _ reading: Reading, in file: ParsedFile) -> String {
        let saysSelf = canSaySelf && (file.saysSelf || context.binds(property, in: file))
        return (saysSelf ? .throughSelf : reading).expression(for: property, of: context.owner?.simpleName ?? "Self")
    }

    /// The caller: a type in a file, and the accessor it uses.
    struct Caller: Hashable {
        var name: String
        /// A number that distinguishes types in functions.
        var place: Int
        var accessor: String
        /// Whether the uses read a static property.
        var isStatic: Bool
    }

    var caller: Caller {
        let owner = context.owner
        var isStatic = context.isStatic || owner?.kind == .file
        if case .throughType = reading { isStatic = true }
        return Caller(
            name: owner?.callerName(in: access.file) ?? "",
            place: owner.map { $0.isLocal ? $0.node.offset : 0 } ?? 0,
            accessor: context.accessor.name,
            isStatic: isStatic
        )
    }
}

/// The uses of one accessor in a caller.
struct CallerUses {
    let caller: Candidate.Caller
    var uses: [Candidate]

    var instance: InjectedType { uses[0].instance }

    /// Returns candidates by their caller, in the order in which the callers first occur.
    static func grouped(_ candidates: [Candidate]) -> [CallerUses] {
        var places: [Candidate.Caller: Int] = [:]
        var groups: [CallerUses] = []
        for candidate in candidates {
            let caller = candidate.caller
            if let place = places[caller] {
                groups[place].uses.append(candidate)
            } else {
                places[caller] = groups.count
                groups.append(CallerUses(caller: caller, uses: [candidate]))
            }
        }
        return groups
    }
}

extension OwnerDecl {
    /// A caller's name; functions that belong to no type have their file's, as in the map.
    func callerName(in file: ParsedFile) -> String { kind == .file ? file.name : name }
}
