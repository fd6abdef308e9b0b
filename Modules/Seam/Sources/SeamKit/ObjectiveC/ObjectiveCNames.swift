import SwiftSyntax

/// What Objective-C calls a class of Swift and its members.
package struct ObjectiveCNames: Sendable {
    /// A member, as Swift calls it, and what a message with its name does.
    package struct Member: Sendable {
        package var name: String
        package var kind: Use.Kind
    }

    /// The name of the class.
    package var type: String
    /// For each accessor, the names that it has. Empty if Objective-C can't see any.
    package var accessors: [String: Set<String>] = [:]
    /// The accessors that Swift surely shows to Objective-C: the others depend on a superclass or a setting.
    package var certain: Set<String> = []
    /// Members by the first part of their selectors.
    package var members: [String: Member] = [:]

    /// Reads the names from the files that declare the class and its accessors; nil if that is no class, or Objective-C can't
    /// see it.
    ///
    /// - Parameters:
    ///   - type: the class with the types around it.
    ///   - accessors: the names of its accessors.
    package init?(of type: String, accessors: [String], in files: [[UInt8]]) {
        let simple = type.split(separator: ".").last.map(String.init) ?? type
        self.type = simple
        let finder = ClassFinder(name: simple)
        for file in files {
            guard let tree = file.withUnsafeBufferPointer({ SourceParser.tree($0) }) else { continue }
            finder.walk(tree)
        }
        guard let declaration = finder.declaration else { return nil }
        let isShown = ObjectiveCAttributes(declaration.attributes)
        guard isShown.isMarked || declaration.inheritanceClause != nil else { return nil }
        if let name = isShown.name { self.type = name }
        for part in [(declaration.memberBlock, isShown.showsMembers)] + finder.extensions {
            for item in part.0.members { add(item.decl, accessors: Set(accessors), isShown: part.1) }
        }
        guard !self.accessors.isEmpty else { return nil }
    }

    private mutating func add(_ decl: DeclSyntax, accessors wanted: Set<String>, isShown: Bool) {
        if let variable = decl.as(VariableDeclSyntax.self) {
            let own = ObjectiveCAttributes(variable.attributes)
            for binding in variable.bindings {
                guard let pattern = binding.pattern.as(IdentifierPatternSyntax.self) else { continue }
                let name = pattern.identifier.text.trimmingBackticks
                if wanted.contains(name) { addAccessor(name, own, variable.modifiers, isShown) }
                let seen = own.name ?? name
                members[seen] = Member(name: name, kind: .read)
                members["set" + seen.prefix(1).uppercased() + seen.dropFirst()] = Member(name: name, kind: .write)
            }
        } else if let function = decl.as(FunctionDeclSyntax.self) {
            let own = ObjectiveCAttributes(function.attributes)
            let name = function.name.text.trimmingBackticks
            if wanted.contains(name) { addAccessor(name, own, function.modifiers, isShown) }
            let label = function.signature.parameterClause.parameters.first?.firstName.text ?? "_"
            let with = label == "_" ? "" : "With" + label.prefix(1).uppercased() + label.dropFirst()
            let seen = own.name?.prefix { $0 != ":" }.description ?? name + with
            members[seen] = Member(name: name, kind: .call)
        }
    }

    private mutating func addAccessor(
        _ name: String,
        _ own: ObjectiveCAttributes,
        _ modifiers: DeclModifierListSyntax,
        _ isShown: Bool
    ) {
        guard !own.isHidden, !modifiers.contains(where: { ["private", "fileprivate"].contains($0.name.text) }),
            modifiers.contains(where: { ["static", "class"].contains($0.name.text) })
        else { return }
        // A name that is a word of C gets a line behind it.
        accessors[name, default: []].formUnion(own.name.map { [$0] } ?? [name, name + "_"])
        if own.isMarked || isShown { certain.insert(name) }
    }
}

/// What the attributes of a declaration say to Objective-C.
private struct ObjectiveCAttributes {
    private(set) var isMarked = false
    private(set) var showsMembers = false
    private(set) var isHidden = false
    /// The name in `@objc(name)`.
    private(set) var name: String?

    init(_ list: AttributeListSyntax) {
        for attribute in list.flatMap(\.attributes) {
            switch attribute.attributeName.trimmedDescription {
            case "objc":
                isMarked = true
                guard let arguments = attribute.arguments else { continue }
                name = arguments.trimmedDescription.filter { !$0.isWhitespace }
            case "objcMembers": (isMarked, showsMembers) = (true, true)
            case "nonobjc": isHidden = true
            default: break
            }
        }
    }
}

extension AttributeListSyntax.Element {
    /// The attributes of an element, in all branches of an `#if`.
    fileprivate var attributes: [AttributeSyntax] {
        switch self {
        case .attribute(let attribute): return [attribute]
        case .ifConfigDecl(let config):
            return config.clauses.flatMap { clause in
                guard case .attributes(let list)? = clause.elements else { return [AttributeSyntax]() }
                return list.flatMap(\.attributes)
            }
        }
    }
}

extension String {
    fileprivate var trimmingBackticks: String { filter { $0 != "`" } }
}

/// Finds a class and its extensions in a file.
private final class ClassFinder: SyntaxVisitor {
    let name: String
    private(set) var declaration: ClassDeclSyntax?
    private(set) var extensions: [(MemberBlockSyntax, Bool)] = []

    init(name: String) {
        self.name = name
        super.init(viewMode: .sourceAccurate)
    }

    override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind {
        if node.name.text == name, declaration == nil { declaration = node }
        return .visitChildren
    }

    override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind {
        let extended = node.extendedType.trimmedDescription
        if extended == name || extended.hasSuffix("." + name) {
            extensions.append((node.memberBlock, ObjectiveCAttributes(node.attributes).isMarked))
        }
        return .visitChildren
    }

    override func visit(_: CodeBlockSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
    override func visit(_: ClosureExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
}
