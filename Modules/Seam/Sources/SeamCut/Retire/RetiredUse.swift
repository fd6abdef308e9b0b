import SeamKit

/// A use that is to go with the accessor: that of a root, or of a test.
struct RetiredUse {
    let located: LocatedUse
    /// What the accessor returns; nil as long as nobody has asked.
    var instance: InjectedType?

    var request: CutRequest { located.request }
    var use: Use { located.use }
    var owner: OwnerDecl? { located.context.owner }

    /// Whether a root or a test has the use, which may make an instance.
    var isAllowed: Bool {
        use.isTest || isInStaticValue || request.isRoot(owner, in: located.file)
            || located.context.isInStatement(ofMain: located.file) || isStateless && function != nil
    }

    /// The body of a function that runs once, or of a test, which is to have an instance of its own, or of any function for a value that
    /// has no state. The statements of `main.swift` are one, too. Nil if the use is in something else.
    var function: StatementsNode? {
        let (file, context) = (located.file, located.context)
        if !use.isTest, context.isInStatement(ofMain: file) { return file.global.statements }
        guard context.localFunctions.allSatisfy(\.isOnlyCalledHere), let decl = context.memberDecl?.function else {
            return nil
        }
        let isInBody = decl.statements?.extent.contains(context.access.offset) == true
        let isStatic = decl.modifierList.says("static")
        guard use.isTest || isStatic && decl.ownName == "main" || isInRunOfCommand || isInBody && isStateless else {
            return nil
        }
        return decl.statements
    }
}

extension RetiredUse {
    /// Whether it is in the value of a static property or of a variable of a file, which is computed once, as the accessor's is.
    var isInStaticValue: Bool {
        let context = located.context
        guard let property = context.memberDecl?.property, context.closures.allSatisfy(\.isCalled),
            context.localFunctions.isEmpty, !located.file.isScript, let part = property.part,
            part.value?.plainNode.span.contains(context.access.offset) == true, !isInAccessor(named: part.name)
        else { return false }
        return context.owner?.kind == .file || !property.isOfInstance
    }

    /// Whether the property is the accessor of another singleton, which goes first.
    private func isInAccessor(named name: String?) -> Bool {
        request.map.singletons.contains { other in
            other.accessors.contains { $0.file == located.file.path && $0.name == name }
        }
    }

    /// What the only instance is called where its own code uses the accessor: `self`; nil where it isn't certain to be complete, or where
    /// code may run for another one.
    var itself: String? {
        let (context, index) = (located.context, request.index)
        switch context.member {
        case .body, .lazyValue: break
        default: return nil
        }
        guard !use.isTest, !context.isStatic, let owner, let instance,
            context.localFunctions.allSatisfy(\.capturesSelf),
            index.isOnly(owner, instance, in: request)
        else { return nil }
        var rule = ClosureRule(context: context, file: located.file)
        rule.members = index.inheritedNames(of: owner)
        return rule.reading().reading.nameOfSelf
    }

    /// The property of its type that is only the accessor, and makes the instance in its place; nil if it is another use.
    var property: PropertyNode? {
        guard let property = located.context.access.valued, property == located.context.memberDecl?.property,
            property.isOfInstance, property.part?.name != nil,
            property.isLet || property.isPrivate && property.modifierList.says("lazy")
        else { return nil }
        return property
    }
}

/// Where an instance is made in place of the accessor's.
struct RetiredHome {
    enum Place {
        /// A function, whose statements these are.
        case function(StatementsNode)
        /// A type that stores it.
        case type(OwnerDecl)
        /// The value of a property that is computed once: the place of the use.
        case value(at: Int)
    }

    /// A use, with how it reads the new instance.
    struct Read {
        let located: LocatedUse
        let reading: Reading
    }

    let place: Place
    let file: ParsedFile
    let instance: InjectedType
    var reads: [Read] = []

    private var first: LocatedUse { reads[0].located }
    private var request: CutRequest { first.request }

    /// What distinguishes homes.
    var key: String {
        switch place {
        case .function(let statements): "\(file.path) \(statements.extent.lowerBound)"
        case .type(let owner): owner.name
        case .value(let place): "\(file.path) \(place)"
        }
    }

    /// What a plan calls the home.
    var callerName: String { first.context.owner.flatMap { $0.kind == .file ? nil : $0.name } ?? file.name }

    /// The property that is to make the instance; nil if there is none yet, or if there are several.
    private var property: PropertyNode? {
        let found = reads.compactMap { RetiredUse(located: $0.located).property }
        return found.count == 1 ? found.first : nil
    }

    /// The name that the instance gets; nil if none is free.
    var name: String? {
        if let property { return property.part?.name }
        if case .value = place { return instance.accessor.name }
        let names = PropertyName(request: request, wanted: request.options.name)
        let (index, user) = (request.index, first.file)
        // A local takes the place of the variable of a file that it has the name of.
        if case .function = place, request.singleton.shape == .global, request.options.name == nil,
            let decl = first.context.memberDecl,
            user.tokens(instance.accessor.name, in: decl.plainNode).count == reads.count
        {
            return instance.accessor.name
        }
        let owner = first.context.owner ?? user.global
        return names.free(for: instance, in: owner) { name in
            switch place {
            case .function(let statements) where statements == user.global.statements:
                user.hasName(name) || isCalled(name)
            case .function: first.context.memberDecl.map { user.hasName(name, in: $0.plainNode) } == true
            case .type(let owner):
                index.parts(of: owner).contains { $0.file.hasName(name, in: $0.owner.node) }
            case .value: false
            }
        }
    }

    /// Returns whether another file of the module calls a function of this name: a variable of `main.swift` would hide that of a module.
    private func isCalled(_ name: String) -> Bool {
        let (index, main) = (request.index, first.file)
        let paths = index.paths(saying: name).filter {
            $0 != main.path && index.module(ofFile: $0) == index.module(ofFile: main.path)
        }
        return paths.compactMap(index.file).flatMap { $0.tokens(name) }.contains { token in
            token.nameNode.map { !$0.isMember && $0.call != nil } ?? false
        }
    }

    /// The only use, if that is all that a constant of the function has as its value: `let store = Store.shared`.
    private func onlyLocal(in statements: StatementsNode) -> ExpressionNode? {
        guard reads.count == 1, let access = reads.first?.located.context.access, let local = access.valued,
            local.isLet, let part = local.part, part.type == nil, local.isStatement(of: statements)
        else { return nil }
        return access
    }

    /// Returns the edits that make the instance, and let the uses read it.
    ///
    /// - Parameter value: what stands behind the name of a constant that makes the instance.
    func edits(naming name: String, making value: String) -> [TextEdit] {
        var edits: [TextEdit] = []
        switch place {
        case .type where property != nil, .value: break
        case .type(let owner):
            let line = "private let \(name)\(value)"
            edits.append(MemberInsertion(owner: owner, file: file).edit(inserting: [line], afterStored: true))
        case .function(let statements):
            if let only = onlyLocal(in: statements), value.hasPrefix(" = ") {
                return [TextEdit(replacing: only, with: String(value.dropFirst(3)))]
            }
            let places = reads.map(\.located.context.access.offset)
            guard let offset = statements.offset(ofFirstAround: places) else { return [] }
            let indent = file.indent(of: offset)
            let isOnOwnLine = file.lineStart(of: offset) + indent.utf8.count == offset
            let gap = isOnOwnLine ? file.newline + indent : "; "
            let word = reads.contains { RetiredUse(located: $0.located).needsVariable } ? "var" : "let"
            edits.append(TextEdit(offset: offset, old: "", new: "\(word) \(name)\(value)\(gap)"))
        }
        var captures = Captures()
        for read in reads {
            if let closure = read.reading.closure { captures.add(name, to: closure) }
            var isMade = RetiredUse(located: read.located).property != nil
            if case .value = place { isMade = true }
            let text = isMade ? Self.expression(of: value) : read.reading.expression(for: name)
            edits.append(TextEdit(replacing: read.located.context.access, with: text))
        }
        return edits + captures.edits
    }

    /// Returns what stands behind the name of a constant as an expression: ` = Store()`, `: any Storing = Store()`.
    private static func expression(of value: String) -> String {
        guard let sign = value.firstRange(of: " = ") else { return value }
        let type = value[..<sign.lowerBound].dropFirst(2)
        return value[sign.upperBound...] + (type.isEmpty ? "" : " as \(type)")
    }
}

/// The accessor that is to go, with everything that is known of it.
struct RetiredAccessor {
    let request: CutRequest
    /// In the order of their keys.
    let homes: [RetiredHome]
    /// What else names the accessor, or may name it.
    let names: [AccessorName]
    /// Whether something else than roots and tests uses the accessor.
    let hasOtherUses: Bool

    /// Whether code outside of the tree may use it, so that it has to stay.
    var isKept: Bool {
        request.options.slice.accessors(of: request.singleton).contains { accessor in
            guard let file = request.index.file(accessor.file),
                let decl = file.token(line: accessor.line, column: accessor.column)?.memberDeclaration
            else { return false }
            return request.isKept(decl, in: file)
        }
    }

    /// The declaration; nil if it doesn't say how to make an instance elsewhere.
    var declaration: AccessorDecl? {
        // A test sees what is internal in the module that it tests.
        let users = homes.flatMap(\.reads).map(\.located.use).filter { !$0.isTest }.map(\.file)
        let accessors = request.options.slice.accessors(of: request.singleton)
        guard accessors.count == 1 else { return nil }
        return AccessorDecl(
            accessors[0],
            of: request.singleton,
            index: request.index,
            users: Set(users),
            others: request.map.singletons
        )
    }
}
