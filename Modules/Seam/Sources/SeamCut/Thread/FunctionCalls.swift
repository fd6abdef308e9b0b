import SeamKit

/// A function or an initializer that takes an instance, or could take one: in a file, a type or an extension.
struct InstanceFunction {
    let decl: DeclarationNode
    let name: String
    let owner: OwnerDecl
    let file: ParsedFile

    /// - Parameter decl: a function or an initializer; nil for others.
    init?(_ decl: DeclarationNode, owner: OwnerDecl, file: ParsedFile) {
        guard let name = decl.function?.ownName.withoutBackticks ?? decl.initializer.map({ _ in "init" }) else {
            return nil
        }
        (self.decl, self.owner, self.file, self.name) = (decl, owner, file, name)
    }

    /// What identifies it among the types and functions of a graph.
    var key: String { "\(file.path):\(decl.extent.lowerBound)" }

    /// The name for people: `open()`, and the type for an initializer.
    var title: String { initializer == nil ? "\(name)()" : owner.name }

    /// Nil for a function.
    var initializer: InitializerNode? { decl.initializer }
    var clause: ParametersNode? { decl.function?.parameterList ?? decl.initializer?.parameterList }
    var body: BlockNode? { decl.function?.block ?? decl.initializer?.block }

    /// Whether it belongs to a type, and not to its objects.
    var isStatic: Bool { decl.modifierList.says("static", "class") }

    /// The function as calls see it.
    var called: CalledInitializer { CalledInitializer(decl.parameters, takes: true) }

    // MARK: What it can take

    /// Says why it can't require one more value, or a default less; nil if it can.
    func obstacle(_ index: CodeTree) -> String? {
        guard let function = decl.function else { return initializerObstacle(index) }
        let taker = FunctionTaker(index: index, owner: owner, file: file, function: function)
        guard taker.canRequire, body != nil, !isOfDelegate(index) else { return "other code says what \(title) takes" }
        let words = Set(decl.modifierNodes.map(\.word))
        let isFinal = owner.hasModifier("final") || !words.isDisjoint(with: ["final", "static", "private"])
        if !isFinal, owner.kind != .file, index.isInherited(owner) {
            return "a subclass may override \(title)"
        }
        return nil
    }

    /// Returns whether a delegate's protocol from elsewhere may require the function: its first parameter, the sender, has no label.
    private func isOfDelegate(_ index: CodeTree) -> Bool {
        guard owner.kind != .file, !isStatic, !decl.modifierList.says("private", "fileprivate"),
            decl.parameters.first?.label == "_"
        else { return false }
        let types = [owner] + index.superclasses(of: owner)
        return index.inheritance(of: types.flatMap(index.parts)).contains { name, type in
            type == nil && ["Delegate", "DataSource"].contains(where: name.hasSuffix)
        }
    }

    /// Returns the other functions of its name that its type has, or its module for a function of a file.
    func siblings(_ index: CodeTree) -> [FunctionNode] {
        let scope =
            owner.kind == .file
            ? index.paths(saying: name).filter { index.module(ofFile: $0) == index.module(ofFile: file.path) }
                .compactMap { index.file($0) }.map(\.global)
            : index.parts(of: owner).map(\.owner)
        return scope.flatMap(\.functions).filter {
            $0.ownName.withoutBackticks == name && $0 != decl.function
        }
    }

    private func initializerObstacle(_ index: CodeTree) -> String? {
        guard let initializer, body != nil, !owner.isLocal, owner.kind != .protocol,
            Initializers(owner: owner, file: file).canTake(initializer, isRequired: true, index)
        else { return "other code says what the initializer of \(owner.name) takes" }
        return index.isInherited(owner) ? "a subclass of \(owner.name) may call the initializer" : nil
    }

    // MARK: Calls

    /// What mentions it in a file.
    struct Mentions {
        fileprivate(set) var calls: [CallNode] = []
        /// What may call it in a way that can't be edited.
        fileprivate(set) var unclear: [ExpressionNode] = []
        /// What of that certainly is the function as a value.
        fileprivate(set) var values: [ExpressionNode] = []
    }

    func mentions(in user: ParsedFile, _ index: CodeTree) -> Mentions {
        let (own, other) = (index.module(ofFile: file.path), index.module(ofFile: user.path))
        let isPrivate = decl.modifierList.says("private", "fileprivate")
        guard own == other || index.isSeen(own, from: other), !isPrivate || user.path == file.path else {
            return Mentions()
        }
        var found = Mentions()
        for name in user.tokens(name).compactMap(\.nameNode) {
            let isMeant = isMeant(by: name, in: user, index)
            if isMeant == true, let call = name.call, !name.hasLabels {
                found.calls.append(call)
            } else if isMeant != false {
                found.unclear.append(name.expression)
                if isMeant == true, name.call == nil, !name.hasLabels { found.values.append(name.expression) }
            }
        }
        return found
    }

    /// Returns whether a mention of the name means the function; nil if that isn't known.
    private func isMeant(by mention: NameNode, in user: ParsedFile, _ index: CodeTree) -> Bool? {
        let types = user.owners(of: mention.expression)
        // A function has no members, and nothing sets one.
        if mention.call == nil, mention.expression.isOfValue { return false }
        guard let receiver = mention.base else {
            if mention.isMember { return isImplied(by: mention, in: user, index) }
            // A variable of a body is no function, unless it is called.
            if mention.call == nil, mention.expression.localName(name) != nil { return false }
            let decl = mention.expression.memberAround ?? mention.expression.outermostDeclaration
            if let decl, user.binds(name, in: decl) { return nil }
            let first = types.first { index.memberNames(of: $0).contains(name) }
            if owner.kind == .file { return first == nil }
            return first.map { index.isSame($0, owner) } ?? mayInherit(types.first, index)
        }
        let base = receiver.code
        if owner.kind == .file { return base == index.module(ofFile: file.path) }
        if ["self", "Self", "super"].contains(base) {
            return types.first.map { index.isSame($0, owner) } == true ? true : mayInherit(types.first, index)
        }
        let reader = ReceiverType(index: index, file: user)
        if isStatic {
            if let type = reader.typeName(receiver) {
                let found = index.type(type, inFile: user.path)?.owner
                return found.map { index.isSame($0, owner) } ?? (type == owner.name) || mayInherit(found, index) == true
            }
            return base.lastName == owner.simpleName ? true : index.lastNames.isAlias(base) ? nil : false
        }
        if let type = reader.type(of: receiver) { return isMember(of: type, in: user, index) }
        let last = base.lastName
        if last.first?.isUppercase == true, index.type(last, inFile: user.path) != nil, !base.contains("(") {
            return false
        }
        // Nothing else in the tree has the name, so that the value has the function.
        return isOnlyOne(index) ? true : nil
    }

    /// Returns whether a name means the function, if what is in front of its dot is left out: `let row: Row = .first()`.
    private func isImplied(by mention: NameNode, in user: ParsedFile, _ index: CodeTree) -> Bool? {
        // Without its arguments, a function is no value of its own type: `case .first`.
        guard owner.kind != .file, isStatic, mention.call != nil else { return false }
        let call = mention.call?.expression
        guard let type = call.flatMap(WrittenType(index: index, file: user).type),
            index.type(type, inFile: user.path) != nil
        else { return isOnlyOne(index) ? true : nil }
        return type.lastName == owner.simpleName
    }

    /// Returns whether values of a type have the function; nil if that isn't known.
    private func isMember(of type: String, in user: ParsedFile, _ index: CodeTree) -> Bool? {
        let found = index.id(type, inFile: user.path).map(index.parts)?.first?.owner
        if found.map({ index.isSame($0, owner) }) ?? (type == owner.name) { return true }
        // Its own one would hide the function.
        if let found {
            if index.memberNames(of: found).contains(name) { return false }
            if index.inherits(found, from: owner) { return true }
        }
        // What is above a type that the tree doesn't declare isn't known.
        return index.declaration(of: owner) == nil ? isOnlyOne(index) ? true : nil : false
    }

    /// Returns whether another type has the function from the owner; nil if that isn't known.
    private func mayInherit(_ type: OwnerDecl?, _ index: CodeTree) -> Bool? {
        guard let type else { return false }
        if index.superclasses(of: type).contains(where: { index.isSame($0, owner) }) { return true }
        // Whatever the type inherits from elsewhere may be what the extension is of.
        guard index.declaration(of: owner)?.owner.kind ?? .protocol == .protocol else { return false }
        return isOnlyOne(index) ? true : nil
    }

    /// Whether no other member in the tree has the name.
    private func isOnlyOne(_ index: CodeTree) -> Bool {
        let declared = index.paths(saying: name).compactMap { index.file($0) }.flatMap { $0.tokens(name) }
            .count(where: \.isDeclaredMember)
        return declared == 1
    }
}

extension CodeTree {
    /// Returns a function of a type or a file with its declaration, also if an extension in the same file has it.
    func function(_ function: FunctionNode, of owner: OwnerDecl, in file: ParsedFile) -> InstanceFunction? {
        let parts = owner.kind == .file ? [owner] : parts(of: owner).filter { $0.file.path == file.path }.map(\.owner)
        return ([owner] + parts).lazy.flatMap(\.memberDecls).first { $0.function == function }.flatMap {
            InstanceFunction($0, owner: owner, file: file)
        }
    }
}

extension UseContext {
    /// The function or initializer whose body or parameters are around a place; nil in anything else.
    func function(in file: ParsedFile) -> InstanceFunction? {
        switch self.member {
        case .body, .staticMember, .initializer, .defaultArgument: break
        case .lazyValue, .value, .none: return nil
        }
        guard let owner, let memberDecl = self.memberDecl else { return nil }
        return InstanceFunction(memberDecl, owner: owner, file: file)
    }
}
