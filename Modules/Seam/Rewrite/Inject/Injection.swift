import SeamKit
import SwiftSyntax

/// The changes to a caller that make its initializer accept an instance.
struct Injection {
    /// The name of the stored property for the passed instance.
    var stored: String
    /// The lines that declare the stored property.
    var declaration: [String]
    /// The edits of the initializers.
    var edits: [TextEdit]
    /// An initializer for a caller that has none.
    var initializer: [String]
    /// Whether only code on the caller's own actor can read what is stored.
    var isBound = false
    /// Whether what is stored is of the style's own, and not an instance.
    var isCarried = false
}

/// Decides whether a caller can accept an instance, and how.
///
/// The form is a stored optional, a computed property that falls back to the accessor, and an initializer parameter with the
/// default `nil`. Code that creates the caller compiles unchanged, and the accessor is read as late as before.
struct Injector {
    let index: TypeIndex
    let singleton: Singleton
    let service: Service
    let owner: OwnerDecl
    let file: ParsedFile
    let property: String
    let isInSeveralFiles: Bool
    /// The access modifier of the injected type; nil to find it at its declaration.
    var typeAccess: String?
    var form = Form.fallback

    /// What an initializer takes.
    enum Form {
        /// An optional, nil by default, beside a computed property that falls back to the accessor.
        case fallback
        /// The instance.
        case required
    }

    func injection() -> Result<Injection, ObstacleFound> {
        if let obstacle = callerObstacle() ?? storageObstacle() { return .failure(ObstacleFound(obstacle)) }
        let raised = property.prefix(1).uppercased() + property.dropFirst()
        let stored = form == .fallback ? "injected\(raised)" : property
        // The name of a required instance was chosen with what the type says.
        if form == .fallback, file.hasName(stored, in: owner) || owner.memberNames.contains(stored) {
            return .failure(ObstacleFound(.initializers))
        }
        let optional = service.type.hasPrefix("any ") ? "(\(service.type))?" : "\(service.type)?"
        let type = form == .fallback ? optional : service.type
        let parameter =
            form == .fallback ? "\(property) \(stored): \(type) = nil" : "\(property): \(type)"
        let declaration = ["private let \(stored): \(type)"]
        let initializers = owner.memberDecls.compactMap { $0.as(InitializerDeclSyntax.self) }
        if initializers.isEmpty {
            guard isWithoutSuperclass else { return .failure(ObstacleFound(.initializers)) }
            let lines = ["init(\(parameter)) {", "    self.\(stored) = \(stored)", "}"]
            return .success(Injection(stored: stored, declaration: declaration, edits: [], initializer: lines))
        }
        var edits: [TextEdit] = []
        var takes = 0
        for initializer in initializers {
            if isDelegating(initializer) {
                // What another initializer of the type needs, this one doesn't have.
                if form == .required { return .failure(ObstacleFound(.initializers)) }
                continue
            }
            guard let body = initializer.body else { return .failure(ObstacleFound(.initializers)) }
            let isOpen = canTake(initializer)
            if isOpen {
                guard let edit = parameterEdit(initializer, parameter) else {
                    return .failure(ObstacleFound(.initializers))
                }
                edits.append(edit)
                takes += 1
            } else if form == .required {
                return .failure(ObstacleFound(.initializers))
            }
            edits.append(assignment(in: body, "self.\(stored) = \(isOpen ? stored : "nil")"))
        }
        guard takes > 0 else { return .failure(ObstacleFound(.initializers)) }
        return .success(Injection(stored: stored, declaration: declaration, edits: edits, initializer: []))
    }

    struct ObstacleFound: Error {
        var obstacle: Obstacle
        init(_ obstacle: Obstacle) { self.obstacle = obstacle }
    }

    // MARK: The caller

    private func callerObstacle() -> Obstacle? {
        guard owner.kind == .class || owner.kind == .actor, !owner.isLocal, !owner.isConditional else { return .kind }
        if isInSeveralFiles { return .files }
        for attribute in owner.attributes {
            let name = attribute.as(AttributeSyntax.self).map { OwnerDecl.plain($0.attributeName) } ?? "#if"
            if name.first?.isLowercase != true, name != "MainActor", name != "Observable" { return .attribute }
        }
        if owner.hasModifier("open") { return .subclasses }
        if owner.kind == .class, !owner.hasModifier("final"), index.isInherited(owner.simpleName) { return .subclasses }
        let declarations = index.declarations(of: owner.name)
        let inherited = Set(declarations.flatMap(\.owner.inherited))
        if !inherited.isDisjoint(with: ["Codable", "Encodable", "Decodable", "Equatable", "Hashable"]) {
            return .synthesis
        }
        if index.hasReferenceToInitializer(owner.simpleName) { return .reference }
        if index.isReflected(owner.simpleName) { return .reflection }
        if inherited.contains(where: asksForInitializer) { return .requirement }
        let all = declarations.flatMap { $0.owner.memberDecls }.compactMap { $0.as(InitializerDeclSyntax.self) }
        if hasAmbiguity(all) { return .overload }
        let isInBranch = owner.members.members.contains { item in
            guard item.decl.is(IfConfigDeclSyntax.self) else { return false }
            return item.decl.trimmedDescription.contains("init")
        }
        return isInBranch ? .branches : nil
    }

    private func asksForInitializer(_ name: String) -> Bool {
        var seen: Set<String> = []
        var open = [name]
        while let next = open.popLast() {
            guard seen.insert(next).inserted, let type = index.type(next), type.owner.kind == .protocol else {
                continue
            }
            if type.owner.memberDecls.contains(where: { $0.is(InitializerDeclSyntax.self) }) { return true }
            open += type.owner.inherited
        }
        return false
    }

    /// Returns whether a call could mean two of the initializers, judging only by the labels.
    private func hasAmbiguity(_ initializers: [InitializerDeclSyntax]) -> Bool {
        let labels = initializers.map { initializer -> (required: Set<String>, all: Set<String>) in
            let parameters = initializer.signature.parameterClause.parameters
            let all = parameters.enumerated().map {
                "\($0.element.firstName.text == "_" ? "_\($0.offset)" : $0.element.firstName.text)"
            }
            let required = zip(parameters, all).filter { $0.0.defaultValue == nil }.map(\.1)
            return (Set(required), Set(all + [property]))
        }
        for (position, first) in labels.enumerated() {
            for second in labels[(position + 1)...]
            where first.required.union(second.required).isSubset(of: first.all.intersection(second.all)) {
                return true
            }
        }
        return labels.contains { $0.required.contains(property) }
    }

    // MARK: The instance

    private func storageObstacle() -> Obstacle? {
        if service.isOptional || service.isReference == false { return .instance }
        let isolation = IsolationReader(index: index).isolation(of: owner, in: file)
        let isSendable = index.declarations(of: owner.name).contains { $0.owner.inherited.contains("Sendable") }
        if isolation != .nonisolated || isSendable, !service.isSendable { return .storage }
        let isPublic: Bool
        if let typeAccess {
            isPublic = typeAccess == "public"
        } else {
            let type = service.type.hasPrefix("any ") ? String(service.type.dropFirst(4)) : service.type
            guard let found = index.type(type)?.owner else { return singleton.shape == .framework ? nil : .access }
            if found.hasModifier("private") || found.hasModifier("fileprivate") { return .access }
            isPublic = found.hasModifier("public") || found.hasModifier("open")
        }
        let hasPublicInitializer = owner.memberDecls.contains {
            $0.as(InitializerDeclSyntax.self)?.modifiers.contains {
                ["public", "open", "package"].contains($0.name.text)
            } == true
        }
        return hasPublicInitializer && !isPublic ? .access : nil
    }

    private var isWithoutSuperclass: Bool {
        owner.kind == .actor
            || owner.inherited.allSatisfy { name in
                index.type(name)?.owner.kind == .protocol
                    || ["Sendable", "ObservableObject", "Identifiable"].contains(name)
            }
    }

    // MARK: Initializers

    func isDelegating(_ initializer: InitializerDeclSyntax) -> Bool {
        initializer.modifiers.contains { $0.name.text == "convenience" }
            || initializer.body?.tokens(viewMode: .sourceAccurate).contains { token in
                token.text == "self" && token.nextToken(viewMode: .sourceAccurate)?.text == "."
                    && token.nextToken(viewMode: .sourceAccurate)?.nextToken(viewMode: .sourceAccurate)?.text == "init"
            } == true
    }

    /// Returns whether a parameter can be added without changing what the initializer overrides or witnesses.
    private func canTake(_ initializer: InitializerDeclSyntax) -> Bool {
        let words = Set(initializer.modifiers.map(\.name.text))
        let isFixed = !words.isDisjoint(with: ["override", "required"]) || !initializer.attributes.isEmpty
        let first = initializer.signature.parameterClause.parameters.first?.firstName.text
        return !isFixed && !["from", "coder", "rawValue"].contains(first ?? "")
    }

    private func parameterEdit(_ initializer: InitializerDeclSyntax, _ parameter: String) -> TextEdit? {
        let clause = initializer.signature.parameterClause
        guard let last = clause.parameters.last else {
            return TextEdit(
                offset: clause.leftParen.endPositionBeforeTrailingTrivia.utf8Offset,
                old: "",
                new: parameter
            )
        }
        guard last.trailingComma == nil else { return nil }
        // Before the first closure, so that trailing closures still work.
        if let closure = clause.parameters.first(where: { $0.type.trimmedDescription.contains("->") }) {
            let offset = closure.positionAfterSkippingLeadingTrivia.utf8Offset
            return TextEdit(offset: offset, old: "", new: parameter + ",\(gap(before: closure))")
        }
        let end = last.endPositionBeforeTrailingTrivia.utf8Offset
        return TextEdit(offset: end, old: "", new: ",\(gap(before: last))\(parameter)")
    }

    /// Returns the text between two parameters: a line end if each has its own line.
    private func gap(before parameter: FunctionParameterSyntax) -> String {
        let offset = parameter.positionAfterSkippingLeadingTrivia.utf8Offset
        let indent = file.indent(of: offset)
        return file.lineStart(of: offset) + indent.utf8.count == offset ? file.newline + indent : " "
    }

    private func assignment(in body: CodeBlockSyntax, _ text: String) -> TextEdit {
        let brace = body.leftBrace.endPositionBeforeTrailingTrivia.utf8Offset
        guard let first = body.statements.first else { return TextEdit(offset: brace, old: "", new: " \(text) ") }
        let offset = first.positionAfterSkippingLeadingTrivia.utf8Offset
        let indent = file.indent(of: offset)
        let isOnOwnLine = file.lineStart(of: offset) + indent.utf8.count == offset
        return TextEdit(offset: offset, old: "", new: text + (isOnOwnLine ? file.newline + indent : "; "))
    }
}
