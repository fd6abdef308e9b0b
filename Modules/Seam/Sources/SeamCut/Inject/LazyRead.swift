import SeamKit

// The forms of late reads.
extension Recipient {
    /// Whether the caller can read the accessor at the first use and keep what it has: nothing replaces that, and all uses are on the
    /// caller's own actor, or in closures that are made there and capture it when it has been read.
    var canBeLazy: Bool {
        let isolation = IsolationReader(index: index).isolation(of: owner, in: file)
        guard !request.options.isLate, form == .fallback, accessor != nil, owner.kind == .class, canBeVariable,
            !isSaid(property), case .actor = isolation, [.nonisolated, isolation].contains(instance.isolation),
            instance.isSameInCopies == true, instance.isStored,
            !instance.isReplaced(whileExists: owner, index),
            // On its own actor it reads the accessor, wherever it is made.
            [.observed, .foreignActor, nil].contains(request.reasons.first(of: Self.ofLateness, for: self))
        else { return false }
        let members = index.inheritedNames(of: owner)
        return sites.filter { !$0.context.isStatic }.allSatisfy { site in
            let isLenient = index.modules.isLenient(module: index.module(ofFile: site.file.path))
            let rule = ClosureRule(
                context: site.context,
                file: site.file,
                members: members,
                isLenient: isLenient,
                index: index
            )
            guard let closure = rule.reading().reading.closure else {
                return isolation == instance.isolation
                    || site.context.runs(on: isolation, in: site.file, index, isStrict: true)
            }
            return isRead(before: closure, around: site, on: isolation)
        }
    }

    /// Returns whether a closure that captures the instance is made on the caller's own actor, by code that has read the accessor.
    private func isRead(before closure: ClosureNode, around site: CallerSite, on isolation: Isolation) -> Bool {
        let context = UseContext(around: closure.expression, accessor: instance.accessor, in: site.file)
        return request.earlyReadings[instance.accessor.name]?.isQuiet(before: closure, in: site.file, of: owner)
            == true
            && !index.runsWhileMade(site.context.memberDecl, of: owner)
            && context.runs(on: isolation, in: site.file, index, isStrict: true)
    }
}

extension Recipient {
    /// Whether no initializer reads the accessor or says the property's name, so that a parameter may hide that.
    var isSaidByNoInitializer: Bool {
        let isRead = sites.contains { site in
            switch site.context.member {
            case .initializer, .value: true
            default: false
            }
        }
        return accessor != nil && !isRead
            && initializers.own.compactMap(\.block).allSatisfy { file.tokens(property, in: $0.plainNode).isEmpty }
    }

    /// Whether making an object loads its view, and that reads the accessor, as in a tab bar controller.
    var isReadByItsView: Bool {
        index.inherited(by: owner).contains("UITabBarController") && isRead(whileMadeWith: ["loadView", "viewDidLoad"])
    }

    /// Whether making an object reads the accessor, so that nobody can have set another instance by then.
    var isReadWhileMade: Bool { isRead(whileMadeWith: []) }

    /// - Parameter called: the members that the system calls besides.
    private func isRead(whileMadeWith called: Set<String>) -> Bool {
        let members = index.inheritedNames(of: owner)
        let (early, bodies) = index.runWhileMade(of: owner, with: called)
        // Where the uses were gathered, they read the property.
        if index.memberNames(of: owner).contains(property),
            bodies.contains(where: { $0.0.callsOwn(property, in: $0.1) })
        {
            return true
        }
        return sites.contains { site in
            switch site.context.member {
            case .initializer: break
            case .body:
                guard !early.isDisjoint(with: site.context.memberDecl?.declaredNames ?? []) else { return false }
            default: return false
            }
            let rule = ClosureRule(context: site.context, file: site.file, members: members)
            return site.context.closures.isEmpty || rule.reading().reading.closure != nil
        }
    }
}

extension CodeTree {
    /// Returns whether making an object of a type runs one of its members.
    func runsWhileMade(_ member: DeclarationNode?, of owner: OwnerDecl) -> Bool {
        guard let member else { return false }
        return member.initializer != nil || !runWhileMade(of: owner).names.isDisjoint(with: member.declaredNames)
    }

    /// Returns the names of a type's functions and properties that its initializers read, directly or not, or that Interface Builder
    /// calls, and the bodies of all of these.
    ///
    /// - Parameter called: other members that the system calls.
    fileprivate func runWhileMade(
        of owner: OwnerDecl,
        with called: Set<String> = []
    ) -> (names: Set<String>, bodies: [(ParsedFile, CodeNode)]) {
        let parts = parts(of: owner)
        // A controller loads its view later, and everything else that Interface Builder makes gets its outlets with it.
        let isController = inherited(by: owner).contains { $0.hasSuffix("Controller") }
        let outlets = parts.flatMap { part in
            part.owner.variables.filter { !isController && $0.attributeList.names.contains("IBOutlet") }
                .map { (file: part.file, node: $0.plainNode, names: $0.parts.compactMap(\.name)) }
        }
        var open =
            outlets.map { ($0.file, $0.node) }
            + parts.flatMap { part in
                part.owner.initializers.compactMap(\.block).map { (part.file, $0.plainNode) }
            }
        let early = called.union(["awakeFromNib"]).union(outlets.flatMap(\.names))
        var (names, bodies): (Set<String>, [(ParsedFile, CodeNode)]) = (early, [])
        var members = parts.flatMap { part in
            part.owner.memberDecls.compactMap { member -> (file: ParsedFile, name: String, body: CodeNode)? in
                if let function = member.function, let body = function.bodyNode {
                    return (part.file, function.ownName, body)
                }
                guard let property = member.property, !property.isStoredInInstances, let name = property.part?.name
                else { return nil }
                return (part.file, name, member.plainNode)
            }
        }
        while true {
            bodies += open
            let called = members.filter { member in
                names.contains(member.name) || open.contains { $0.0.callsOwn(member.name, in: $0.1) }
            }
            guard !called.isEmpty else { return (names, bodies) }
            names.formUnion(called.map(\.name))
            open = called.map { ($0.file, $0.body) }
            members.removeAll { names.contains($0.name) }
        }
    }
}

extension ParsedFile {
    /// Returns whether code calls or names a member of the object that it belongs to.
    fileprivate func callsOwn(_ name: String, in body: CodeNode) -> Bool {
        tokens(name, in: body).contains { token in
            // What the runtime gets the name of is called later, unless it is to perform it.
            let isCalled =
                token.nameForRuntime == nil
                || token.nearest(CallNode.self)?.calleeName?.hasPrefix("perform") == true
            return isCalled && token.nameNode.map { !$0.isMember || $0.base?.code == "self" } == true
        }
    }
}
