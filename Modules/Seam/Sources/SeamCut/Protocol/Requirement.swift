import SeamKit

/// A member of a protocol, taken from a declaration.
struct Requirement {
    /// The declaration in the protocol, on one line.
    var text: String
    /// An overload with default arguments for an extension of the protocol; nil if the member has none.
    var defaults: [String]?
    /// Whether the member can be assigned.
    var isSettable = false
    /// What two declarations of the same member have in common.
    var key: String { Self.key(text) }

    /// Returns the text without attributes and isolation.
    static func key(_ text: String) -> String {
        guard let range = text.firstRange(of: /\b(func|var|subscript)\b/) else { return text }
        return String(text[range.lowerBound...]).filter { !$0.isWhitespace }
            .replacing("{getset}", with: "{get}")
    }
}

/// Takes requirements from the declarations of a type.
struct RequirementReader {
    let index: CodeTree
    /// The type that is to conform.
    let type: OwnerDecl
    /// The name of the protocol.
    let name: String
    /// The module of the type.
    let module: String
    /// The module of the protocol, if it is another one.
    let target: String?
    /// The isolation of the protocol.
    let isolation: Isolation

    /// A declaration of a member.
    private struct Source {
        var decl: DeclarationNode
        var owner: OwnerDecl
        var file: ParsedFile
        var isInherited: Bool
    }

    /// The requirements for all declarations of one name, with those that a call can't do without.
    struct Found {
        var requirements: [Requirement]
        var isPublic: Bool
        /// The files of the declarations.
        var files: [ParsedFile]
    }

    /// Returns the requirements for all members with a name.
    ///
    /// - Parameter uses: how code uses the member.
    func requirements(for name: String, uses: [MemberUse]) -> Result<Found, MemberRefusal> {
        let sources = sources(of: name)
        if inheritsExtension(with: name) { return .failure(MemberRefusal("an extension of a protocol has it")) }
        guard !sources.isEmpty else { return .failure(MemberRefusal("its declaration isn't in the tree")) }
        var found = Found(requirements: [], isPublic: true, files: [])
        var keys: Set<String> = []
        do throws(MemberRefusal) {
            for source in sources {
                try check(source)
                let requirement = try requirement(of: source, named: name, for: uses)
                guard keys.insert(requirement.key).inserted else { continue }
                found.requirements.append(requirement)
                if !isPublic(source) { found.isPublic = false }
                found.files.append(source.file)
            }
        } catch {
            return .failure(error)
        }
        if uses.contains(where: \.isAssigned), !found.requirements.contains(where: \.isSettable) {
            return .failure(MemberRefusal("it can't be assigned from outside"))
        }
        if type.kind == .struct, found.requirements.contains(where: \.isSettable) {
            return .failure(MemberRefusal("it is assigned, and \(type.name) is a structure"))
        }
        return .success(found)
    }

    // MARK: Declarations

    private func sources(of name: String) -> [Source] {
        var result: [Source] = []
        for own in [type] + index.superclasses(of: type) {
            for (file, part) in index.parts(of: own) {
                for decl in part.memberDecls where decl.declares(name) {
                    result.append(Source(decl: decl, owner: part, file: file, isInherited: own != type))
                }
            }
        }
        // Nobody outside of the type sees an overload that is private.
        let visible = result.filter { !$0.decl.modifierList.has("private") }
        return visible.isEmpty ? result : visible
    }

    /// Returns whether an extension of a protocol has a member of the name, which a call may mean.
    private func inheritsExtension(with name: String) -> Bool {
        var seen: Set<CodeTree.TypeID> = []
        var open = index.inheritance(of: index.parts(of: type))
        while let (protocolName, next) = open.popLast() {
            // The protocol's own extension has the default arguments.
            guard protocolName != self.name, let next, seen.insert(next).inserted,
                index.declaration(of: next)?.owner.kind == .protocol
            else {
                continue
            }
            let parts = index.parts(of: next)
            open += index.inheritance(of: parts)
            for (_, part) in parts where part.kind == .extension {
                if part.memberDecls.contains(where: { $0.declares(name) }) { return true }
            }
        }
        return false
    }

    /// Throws if no protocol can have the member.
    private func check(_ source: Source) throws(MemberRefusal) {
        let (decl, owner) = (source.decl, source.owner)
        let words = decl.modifierList
        if words.has("private", "fileprivate") || owner.kind == .extension && owner.isPrivate {
            throw MemberRefusal("it is private")
        }
        if words.has("static", "class") { throw MemberRefusal("it is static") }
        if words.has("mutating") { throw MemberRefusal("it is mutating") }
        if owner.isConditional || !decl.isDirectMember {
            throw MemberRefusal("it is in a branch of #if")
        }
        if owner.isConstrained { throw MemberRefusal("its extension has conditions") }
        if !source.isInherited, index.module(ofFile: source.file.path) != module {
            throw MemberRefusal("it is declared in another module than the type")
        }
        if let attribute = unknownAttribute(of: decl) { throw MemberRefusal("its attribute @\(attribute) isn't known") }
    }

    private func unknownAttribute(of decl: DeclarationNode) -> String? {
        let known: Set<String> = [
            "Published", "ViewBuilder", "Sendable", "NSManaged", "IBAction", "IBOutlet", "NSCopying",
        ]
        let isWrapper = decl.property != nil && decl.resultType != nil
        return decl.attributeList.names.first {
            index.mayAddCode($0, besides: known) && ($0 == "#if" || !isWrapper)
        }
    }

    private func isPublic(_ source: Source) -> Bool {
        let modifiers = source.decl.modifierList
        if modifiers.has("public", "open") { return true }
        return source.owner.kind == .extension && source.owner.hasModifier("public")
            && !modifiers.has("internal", "package")
    }

    // MARK: Text

    private func requirement(of source: Source, named name: String, for uses: [MemberUse]) throws(MemberRefusal)
        -> Requirement
    {
        if let function = source.decl.function { return try self.function(function, of: source, for: uses) }
        if let property = source.decl.property {
            return try self.variable(property, named: name, of: source, for: uses)
        }
        guard source.decl.isSubscript else { throw MemberRefusal("a protocol can't have it") }
        return try self.subscript(of: source, for: uses)
    }

    /// The attributes and the isolation before a requirement, and whether it has to be asynchronous.
    private func head(of source: Source) throws(MemberRefusal) -> (text: String, isOnActor: Bool) {
        var text = ""
        let kept = ["available", "discardableResult", "concurrent", "warn_unqualified_access"]
        for attribute in source.decl.attributeLines where kept.contains(attribute.name) { text += attribute.line + " " }
        let reader = IsolationReader(index: index)
        let explicit = reader.explicit(source.decl)
        if type.kind == .actor {
            if case .actor(let actor)? = explicit { text += "@\(actor) " }
            return (text, explicit == nil)
        }
        let own = explicit ?? reader.isolation(of: source.owner, in: source.file)
        switch own {
        case .unknown: throw MemberRefusal("the sources don't say which actor it belongs to")
        case .nonisolated: if isolation != .nonisolated { text += "nonisolated " }
        case .actor(let actor): if isolation != own { text += "@\(actor) " }
        }
        return (text, false)
    }

    private func names(of source: Source) throws(MemberRefusal) -> [TokenNode: String] {
        var scopes: [String] = []
        var parts = (source.isInherited ? source.owner.name : type.name).split(separator: ".").map(String.init)
        while !parts.isEmpty {
            scopes.append(parts.joined(separator: "."))
            parts.removeLast()
        }
        return try TypeQualifier(index: index, scopes: scopes, file: source.file, target: target).names(in: source.decl)
            .get()
    }

    private func function(
        _ function: FunctionNode,
        of source: Source,
        for uses: [MemberUse]
    ) throws(MemberRefusal) -> Requirement {
        let names = try names(of: source)
        if let result = source.decl.resultType?.line(), result.contains("some ") {
            throw MemberRefusal("it returns \(result)")
        }
        let (head, isOnActor) = try head(of: source)
        let lines = source.decl.lines(replacing: names)
        let effects = [lines.isAsync || isOnActor ? "async" : "", lines.throwing]
        let tail = (effects + [lines.result, lines.conditions]).filter { !$0.isEmpty }.map { " " + $0 }.joined()
        let start = "\(head)func \(function.ownName)\(lines.generics)"
        let parameters = function.parameters
        let texts = parameters.map { $0.declared(replacing: names) }
        var requirement = Requirement(text: "\(start)(\(texts.joined(separator: ", ")))\(tail)")
        let writer = DefaultArguments(index: index, owner: type, parameters: parameters, names: names)
        if writer.areRelied(on: uses) {
            let call =
                (lines.throwing.isEmpty ? "" : "try ") + (effects[0].isEmpty ? "" : "await ") + function.ownName
            let list = try writer.list()
            requirement.defaults = [
                "\(start)(\(list), _: Void = ())\(tail) {", "\(call)(\(try writer.arguments()))", "}",
            ]
        }
        return requirement
    }

    private func `subscript`(of source: Source, for uses: [MemberUse]) throws(MemberRefusal) -> Requirement {
        let names = try names(of: source)
        let decl = source.decl
        if decl.parameters.contains(where: { $0.value != nil }) {
            throw MemberRefusal("a subscript's default arguments can't be in a protocol")
        }
        let (head, isOnActor) = try head(of: source)
        let accessors = Accessors(of: decl)
        let isSettable = accessors.isSettable && !isOnActor && uses.contains(where: \.mayChangeValue)
        let parameters = decl.parameters.map { $0.declared(replacing: names) }.joined(separator: ", ")
        let lines = decl.lines(replacing: names)
        let text =
            "\(head)subscript\(lines.generics)(\(parameters)) \(lines.result)"
            + (lines.conditions.isEmpty ? "" : " " + lines.conditions)
        return Requirement(
            text: text + accessors.text(isSettable: isSettable, isAsync: isOnActor),
            isSettable: isSettable
        )
    }

    private func variable(
        _ variable: PropertyNode,
        named name: String,
        of source: Source,
        for uses: [MemberUse]
    ) throws(MemberRefusal) -> Requirement {
        guard let binding = variable.part else { throw MemberRefusal("it is declared together with another") }
        let type: String
        if let annotation = binding.type {
            type = annotation.line(replacing: try names(of: source))
        } else if let inferred = binding.value?.literalType ?? binding.value?.castType?.line() {
            type = inferred
        } else {
            throw MemberRefusal("its type isn't written")
        }
        if type.contains("some ") { throw MemberRefusal("it is \(type)") }
        let (head, isOnActor) = try head(of: source)
        let accessors = Accessors(of: source.decl)
        // An object is changed behind its reference, not in its property.
        let isObject =
            index.type(type.trimmingMarks, in: source.owner).map { [.class, .actor].contains($0.owner.kind) } ?? false
        let isChanged = uses.contains { isObject ? $0.isAssigned : $0.mayChangeValue }
        let isSettable = accessors.isSettable && !isOnActor && isChanged
        // A constant of an actor is read without waiting, but only in its module.
        let waits = isOnActor && !(variable.isLet && binding.isPlain && target == nil)
        let text = "\(head)var \(Self.escaped(name)): \(type)"
        return Requirement(text: text + accessors.text(isSettable: isSettable, isAsync: waits), isSettable: isSettable)
    }

    private static func escaped(_ name: String) -> String {
        PropertyName.keywords.contains(name) ? "`\(name)`" : name
    }
}
