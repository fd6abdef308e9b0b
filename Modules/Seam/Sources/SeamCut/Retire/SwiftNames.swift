import SeamKit

/// Names in Swift, in all branches of `#if`, in attributes and in macros.
final class SwiftNames {
    private let target: AccessorNames
    private let index: CodeTree
    private let accessor: Singleton.Accessor
    /// Whether the tree has the type as a value, which may then have any name or none: `[Store.self]`, `[Store.Type]`.
    private lazy var hasMetatypes = findMetatypes()
    /// Whether values of the type can be compared with a pattern.
    private lazy var isComparable =
        !target.inherited.isDisjoint(with: ["Equatable", "Hashable", "Comparable", "NSObject"])
        || index.parts(of: target.singleton).contains { $0.owner.memberNames.contains("~=") }

    init(of target: AccessorNames) {
        (self.target, index, accessor) = (target, target.index, target.accessor)
    }

    func all() -> [AccessorName] {
        index.paths(saying: accessor.name).flatMap { path -> [AccessorName] in
            guard let file = index.file(path), target.isVisible(from: file) else { return [] }
            return file.tokens(accessor.name).compactMap { token in
                text(of: token, in: file).map { target.name(token, in: file, $0) }
            }
        }
    }

    /// Returns how a token with the accessor's name names it; nil if it means something else, or the map has it.
    private func text(of token: TokenNode, in file: ParsedFile) -> String? {
        guard let name = token.nameNode else { return overriding(token, in: file) }
        if name.isMember {
            guard !target.isInMap(name.expression, in: file) else { return nil }
            guard let base = name.base else { return implicit(name.expression, in: file) }
            return qualified(by: base, in: file)
        }
        return name.keyPath.map { keyPath($0) } ?? alone(name, in: file)
    }

    /// `Type.shared`, `T.shared`, `type(of: x).shared`.
    private func qualified(by base: ExpressionNode, in file: ParsedFile) -> String? {
        let text = base.code
        if text.hasPrefix("type(of:") { return "`type(of:)` may be \(target.type)" }
        let parts = AccessorNames.words(text).filter { $0 != "self" && $0 != "Type" }
        guard let name = parts.last, let first = name.first else { return isOwn(base, in: file) }
        if text == "Self" || text == "self" { return isOwn(base, in: file) }
        if target.names.contains(name) {
            // Another type may have the name: its own accessor is in the map.
            return "it is named in a way that the map doesn't follow"
        }
        let alias = alias(of: name, around: base, in: file)
        if let constraints = constraints(of: alias ?? name, around: base) {
            let isOurs = constraints.contains { target.names.contains($0) || target.inherited.contains($0) }
            return isOurs ? "\(name) may be \(target.type)" : nil
        }
        guard !first.isUppercase, !base.saysType else { return nil }
        let mayBeType = hasMetatypes || parts.count == 1 && file.tokens(name).contains(where: \.isOfMetatype)
        return mayBeType ? "\(base.line()) may be \(target.type)" : nil
    }

    /// `Self.shared` in a protocol that the type has, or in a class around it.
    private func isOwn(_ base: ExpressionNode, in file: ParsedFile) -> String? {
        guard let owner = file.owner(around: base), base.code == "Self" || base.isInStaticMember else { return nil }
        let isOurs = target.names.contains(owner.simpleName) || target.inherited.contains(owner.simpleName)
        return isOurs ? "\(base.code) may be \(target.type)" : nil
    }

    /// Returns what the type around calls by another name; nil if it doesn't.
    private func alias(of name: String, around node: some AnyCodeNode, in file: ParsedFile) -> String? {
        file.owner(around: node).flatMap { owner in
            index.parts(of: owner).lazy.flatMap(\.owner.memberDecls).first { $0.aliasName == name }?
                .aliasedText
        }
    }

    /// Returns the words of what bounds a generic parameter or an associated type; nil if the name is none.
    private func constraints(of name: String, around node: some AnyCodeNode) -> [String]? {
        var found: [String] = []
        for around in node.andAround {
            found += around.bounds(of: name)
            guard let extended = around.extended else { continue }
            // More bounds lead to more places, and none is lost.
            let parts = index.lastNames.declarations(of: extended.type.lastName)
            let isParameter = parts.contains {
                $0.owner.node.hasGenericParameter(name)
                    || $0.owner.kind == .protocol && $0.owner.memberNames.contains(name)
            }
            guard isParameter || AccessorNames.words(extended.conditions).contains(name) else { continue }
            found += [extended.conditions] + parts.flatMap(\.owner.node.genericTexts)
        }
        return found.isEmpty ? nil : found.flatMap(AccessorNames.words)
    }

    private func findMetatypes() -> Bool {
        target.names.contains { name in
            index.paths(saying: name).compactMap(index.file).flatMap { $0.tokens(name) }
                .contains(where: \.isTypeAsValue)
        }
    }

    /// `.shared`, where the map doesn't know the type.
    private func implicit(_ member: ExpressionNode, in file: ParsedFile) -> String? {
        let isPossible =
            switch member.typeSource {
            case .type(let type): isPossible(type)
            case .argument(_, let call): isOfTree(call.callee)
            // A pattern that isn't a case of an enum compares.
            case .pattern: isComparable
            case .unwrittenResult, nil: true
            }
        return isPossible ? "the type of `.\(accessor.name)` isn't known here" : nil
    }

    /// Returns whether an annotation may be the type: it says a name of it, something that it conforms to, or a generic parameter.
    private func isPossible(_ type: TypeNode) -> Bool {
        AccessorNames.words(type.code).contains { word in
            target.names.contains(word) || target.inherited.contains(word) || constraints(of: word, around: type) != nil
        }
    }

    /// Returns whether the tree declares what is called: a parameter of something else has no type of the tree.
    private func isOfTree(_ called: ExpressionNode) -> Bool {
        guard let name = AccessorNames.words(called.code).last(where: { $0 != "init" }) else { return true }
        return index.paths(saying: name).compactMap(index.file).contains {
            $0.tokens(name).contains(where: \.isDeclared)
        }
    }

    /// `\Type.Type.shared`, and `\.shared` or `\Menu.kind.shared` where the type may be a value.
    private func keyPath(_ path: KeyPathNode) -> String? {
        let words = AccessorNames.words(path.code)
        guard words.contains("Type") else {
            let root = path.rootText.map(AccessorNames.words) ?? []
            let isOfRoot = !root.isEmpty && words.dropFirst(root.count).first == accessor.name
            return hasMetatypes && !isOfRoot ? "a key path may lead to it" : nil
        }
        let isOurs = words.contains { target.names.contains($0) || constraints(of: $0, around: path) != nil }
        return isOurs ? "a key path leads to it" : nil
    }

    /// `shared` in the type itself, in a subclass, or in a type within them.
    private func alone(_ name: NameNode, in file: ParsedFile) -> String? {
        if target.singleton.shape == .global {
            let isKnown = target.isInMap(name.expression, in: file) || isLocal(name, in: file)
            return isKnown ? nil : "it is named in a way that the map doesn't follow"
        }
        let isOurs = file.owners(around: name.expression.offset).contains { owner in
            owner.name.split(separator: ".").contains { target.names.contains(String($0.prefix { $0 != "<" })) }
                || target.inherited.contains(owner.simpleName) && owner.kind != .class
        }
        guard isOurs else { return nil }
        return isLocal(name, in: file) ? nil : "it is named without its type"
    }

    /// Returns whether a local of the same name is nearer.
    private func isLocal(_ name: NameNode, in file: ParsedFile) -> Bool {
        name.body.map { file.tokens(accessor.name, in: $0).contains(where: \.isDeclaredValue) } == true
    }

    /// `override class var shared` in a subclass.
    private func overriding(_ token: TokenNode, in file: ParsedFile) -> String? {
        guard let decl = token.declaration, let owner = file.owner(around: decl),
            target.names.contains(owner.simpleName),
            decl.modifierList.says("override")
        else { return nil }
        return owner.simpleName == target.type ? nil : "\(owner.simpleName) overrides it"
    }
}
