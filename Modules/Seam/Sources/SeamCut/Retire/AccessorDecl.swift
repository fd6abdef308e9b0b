import SeamKit

/// The declaration of an accessor that makes the instance, and what it takes to remove it.
struct AccessorDecl {
    let file: ParsedFile
    /// What stands behind the name of a constant that makes the instance, as the users' files can write it: ` = Type()`.
    let value: String
    /// The accessor, the variable that has the instance, and what nobody calls to set that.
    private let decls: [DeclarationNode]
    /// The edits that make the accessor a function, if a closure makes the instance.
    private var function: [TextEdit] = []
    private let initializer: InitializerNode?
    /// The word that the initializer gets, so that other modules can call it.
    private let access: String
    /// The initializer that the compiler wrote, so that other modules can call it; nil for one that is there.
    private let replacement: String?

    /// Reads the declaration; nil unless it is `static let name = Type(...)` with literals, accessors of other singletons and what is
    /// made of them as arguments, has a closure that makes the instance, or returns such a variable that nothing sets, and the files that are to call the initializer see it.
    init?(
        _ accessor: Singleton.Accessor,
        of singleton: Singleton,
        index: CodeTree,
        users: Set<String>,
        others: [Singleton]
    ) {
        if let made = Self(makingBy: accessor, of: singleton, index: index, users: users) {
            self = made
            return
        }
        guard [.instance, .locator, .global].contains(singleton.shape), let file = index.file(accessor.file),
            file.isEditable, let owner = singleton.shape == .global ? file.global : index.type(of: singleton)?.owner
        else { return nil }
        let declared = owner.variables.first { $0.parts.first?.written == accessor.name }
        guard let decl = declared, !file.isScript || Self.isStateless(decl, in: owner, index),
            let decls = Self.constant(decl, in: owner, index)
                ?? index.declarations(computing: accessor, of: singleton),
            let stored = decls.lazy.compactMap(\.property).first(where: { $0.part?.value != nil }),
            let binding = decl.part, let call = stored.part?.value?.call, !call.hasClosure,
            call.values.allSatisfy({ Self.isSaidElsewhere($0, others, users, owner, index) })
        else { return nil }
        let called = call.calleeText
        let isOwn = singleton.shape == .instance
        guard !isOwn || [singleton.name, "Self", ".init", owner.simpleName].contains(called),
            let type = isOwn ? (file, owner) : index.type(called, inFile: file.path) ?? index.type(called, in: owner),
            [.class, .actor, .struct].contains(type.owner.kind)
        else { return nil }
        let initializers = type.owner.initializers
        // Of several, nothing says which one is called. What the compiler writes for a structure may be private.
        guard initializers.count <= 1 || initializers.allSatisfy({ $0.privateRange == nil }),
            type.owner.kind != .struct || call.values.isEmpty || !initializers.isEmpty
        else { return nil }
        let isPublic = !initializers.isEmpty && initializers.allSatisfy { $0.modifierList.says("public", "package") }
        let module = index.module(ofFile: type.file.path)
        let isInModule = users.allSatisfy { index.module(ofFile: $0) == module }
        // Where the accessor was public, so can be what made it. Where code outside of the tree used it, that has to be.
        let isWanted = isOwn && index.isAPI(decl, in: file)
        let isWritten =
            isOwn && (isWanted || !isInModule) && initializers.isEmpty && type.owner.kind != .struct && decls.count == 1
        let mayOpen =
            isOwn && decl.modifierList.says("public") && initializers.count <= 1
            && (isWritten ? index.isWithoutSuperclass(owner) : initializers.count == 1)
            && initializers.allSatisfy { Self.canBePublic($0, in: owner, index) }
        guard isPublic || isInModule && !isWanted || mayOpen,
            isOwn
                || Self.isSeen(
                    [type.owner.name, binding.type?.structure.unmarked.fullName ?? type.owner.name],
                    from: users,
                    in: index
                )
        else { return nil }
        (self.file, self.decls) = (file, decls)
        // Another type can't call what is private.
        initializer = isOwn ? initializers.first : nil
        access = isPublic || isInModule && !isWanted ? "" : "public "
        replacement = isWritten ? "public init() {}" : nil
        let seen = isOwn ? "" : (binding.type?.line()).map { ": \($0)" } ?? ""
        value = "\(seen) = \(type.owner.name)(\(call.argumentsText))"
    }

    /// Reads an accessor whose closure makes the instance, `static let shared: Type = { ... }()`: that becomes a function, which others
    /// can call. Nil for another one.
    private init?(
        makingBy accessor: Singleton.Accessor,
        of singleton: Singleton,
        index: CodeTree,
        users: Set<String>
    ) {
        let parts = index.parts(of: singleton)
        guard singleton.shape == .instance, let type = index.type(of: singleton)?.owner,
            let (file, decl) = parts.lazy.flatMap({ part in part.owner.variables.map { (part.file, $0) } })
                .first(where: { $0.0.path == accessor.file && $0.1.parts.first?.written == accessor.name }),
            file.isEditable, decl.isLet, !decl.isPrivate, decl.attributeList.isEmpty, let part = decl.part,
            let (closure, call) = decl.computingClosure
        else { return nil }
        let name =
            "make" + accessor.name.withoutBackticks.prefix(1).uppercased() + accessor.name.withoutBackticks.dropFirst()
        let module = index.module(ofFile: file.path)
        guard parts.allSatisfy({ !$0.owner.memberNames.contains(name) }),
            decl.modifierList.says("public") || users.allSatisfy({ index.module(ofFile: $0) == module }),
            Self.isSeen([type.name], from: users, in: index)
        else { return nil }
        let result = part.type?.line() ?? type.name
        (self.file, decls, initializer, access, replacement) = (file, [], nil, "", nil)
        value = " = \(type.name).\(name)()"
        function = [
            file.replacement(decl.keyword.offset..<closure.offset, with: "func \(name)() -> \(result) "),
            file.removal(of: call),
        ]
    }

    private static func constant(_ decl: PropertyNode, in owner: OwnerDecl, _ index: CodeTree) -> [DeclarationNode]? {
        let node = decl.plainNode
        let own = node.memberAround ?? node.outermostDeclaration.flatMap { $0.property == decl ? $0 : nil }
        return decl.isLet || isStateless(decl, in: owner, index) ? own.map { [$0] } : nil
    }

    /// Returns whether a variable has a value without state, so that code that reads it may have one of its own.
    private static func isStateless(_ decl: PropertyNode, in owner: OwnerDecl, _ index: CodeTree) -> Bool {
        guard !decl.isLet, let made = decl.part?.value?.call?.made.type else { return false }
        let type = made == "Self" ? owner : index.type(made, in: owner)?.owner
        return type.map(index.isStateless) == true
    }

    /// Returns whether files see types by their names, as the file of the accessor does.
    private static func isSeen(_ names: [String], from users: Set<String>, in index: CodeTree) -> Bool {
        users.compactMap(index.file).allSatisfy { user in
            names.allSatisfy { name in
                let homes = index.lastNames.homes(ofType: name)
                return homes.contains {
                    $0.module == index.module(ofFile: user.path) || user.imports(name.firstName, from: $0.module)
                }
            }
        }
    }

    /// Returns whether files can say a value as the file of the accessor does: a literal, what another accessor returns, or an
    /// instance that is made of these.
    private static func isSaidElsewhere(
        _ value: ExpressionNode,
        _ others: [Singleton],
        _ users: Set<String>,
        _ owner: OwnerDecl,
        _ index: CodeTree
    ) -> Bool {
        if value.isLiteral || isAccessor(value, of: others, seenBy: users, in: index) { return true }
        guard let call = value.call, !call.hasClosure, let type = index.type(call.calleeText, in: owner)?.owner,
            type.name == call.calleeText, isSeen([type.name], from: users, in: index),
            type.initializers.allSatisfy({ $0.privateRange == nil })
        else { return false }
        return call.values.allSatisfy { isSaidElsewhere($0, others, users, owner, index) }
    }

    /// Returns whether a value is what another singleton's accessor returns, by a name that files see.
    private static func isAccessor(
        _ value: ExpressionNode,
        of others: [Singleton],
        seenBy users: Set<String>,
        in index: CodeTree
    ) -> Bool {
        guard case (let name, let base?)? = value.reference else { return false }
        return others.contains { other in
            [.instance, .locator].contains(other.shape)
                && other.accessors.contains { !$0.isFunction && $0.name == name }
                && base.code == other.name && isSeen([other.name], from: users, in: index)
        }
    }

    /// The edits that remove the accessor, and let other files call the initializer.
    var edits: [TextEdit] {
        var edits = function
        if let replacement, let decl = decls.first {
            edits.append(TextEdit(replacing: decl, with: replacement))
        } else {
            edits += decls.map(removal)
        }
        if let initializer {
            if let hidden = initializer.privateRange { edits.append(file.removal(of: hidden)) }
            if !access.isEmpty { edits.append(TextEdit(offset: initializer.wordOffset, old: "", new: access)) }
        }
        return edits
    }

    /// Returns whether other modules see everything that an initializer says.
    private static func canBePublic(_ initializer: InitializerNode, in owner: OwnerDecl, _ index: CodeTree) -> Bool {
        initializer.parameters.allSatisfy { parameter in
            parameter.value?.isLiteral != false
                && AccessorNames.words(parameter.typeText).allSatisfy { name in
                    index.type(name, in: owner)?.owner.isPublic ?? index.lastNames.declarations(of: name).isEmpty
                }
        }
    }

    /// Removes a declaration with the comment that belongs to it, and the empty line that would then be one too many.
    private func removal(of decl: DeclarationNode) -> TextEdit {
        let own = decl.offset
        var start = file.lineStart(of: own)
        // With a semicolon.
        let rest = file.bytes[(decl.itemEnd ?? own)...].drop { $0 == 32 || $0 == 9 }
        let isAlone = rest.first == 10 || rest.first == 13 || rest.starts(with: "//".utf8)
        guard isAlone, text(from: start, to: own).allSatisfy(\.isWhitespace) else {
            // Something else stands on its line.
            return TextEdit(offset: own, old: text(from: own, to: rest.startIndex), new: "")
        }
        while start > 0 {
            let above = file.lineStart(of: start - 1)
            guard line(at: above).drop(while: \.isWhitespace).hasPrefix("///") else { break }
            start = above
        }
        var end = line(after: decl.end)
        let above = start > 0 ? line(at: file.lineStart(of: start - 1)) : ""
        let isFirst = above.allSatisfy(\.isWhitespace) || above.trimmingSuffix(while: \.isWhitespace).hasSuffix("{")
        if isFirst, line(at: end).allSatisfy(\.isWhitespace), end < file.bytes.count { end = line(after: end) }
        if isFirst, end == file.bytes.count, start > 0, !above.hasSuffix("{") { start = file.lineStart(of: start - 1) }
        return TextEdit(offset: start, old: text(from: start, to: end), new: "")
    }

    private func line(at start: Int) -> String {
        String(decoding: file.bytes[start...].prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    }

    /// The offset of the line after the one of `offset`.
    private func line(after offset: Int) -> Int {
        let rest = file.bytes[offset...].prefix { $0 != UInt8(ascii: "\n") }
        return min(file.bytes.count, offset + rest.count + 1)
    }

    private func text(from start: Int, to end: Int) -> String {
        String(decoding: file.bytes[start..<end], as: UTF8.self)
    }
}

extension String {
    /// The text without the characters at its end that fit.
    fileprivate func trimmingSuffix(while fits: (Character) -> Bool) -> Substring {
        var text = self[...]
        while let last = text.last, fits(last) { text = text.dropLast() }
        return text
    }
}
