import SeamKit

/// The context of a use: its expression, and everything around it up to the type.
@dynamicMemberLookup
struct UseContext {
    /// The expression for the instance: `X.shared`, `X.shared()` or the name of a global.
    var access: ExpressionNode
    var accessor: Singleton.Accessor
    /// The type or extension around the use, or the file.
    let owner: OwnerDecl?
    private let surroundings: Surroundings

    /// Whether the type is omitted: `.shared`.
    var isImplicit: Bool { access.isImplicitMember }
    /// Whether the use is in a statement of the file, outside of its types and functions. A variable of the file is one.
    var isInStatement: Bool {
        if case .value = surroundings.member { owner?.kind == .file } else { owner == nil }
    }

    /// Returns whether the use is in a statement of a file that is `main.swift`, which runs once.
    func isInStatement(ofMain file: ParsedFile) -> Bool { isInStatement && file.name == "main.swift" }

    /// Finds the expression of a use that accesses the singleton through its accessor; nil if it isn't there.
    init?(_ use: Use, of singleton: Singleton, in file: ParsedFile) {
        guard let token = file.token(line: use.line, column: use.column),
            token.offset == file.offset(line: use.line, column: use.column),
            let (access, accessor) = Self.access(from: token, of: singleton)
        else { return nil }
        self.init(around: access, accessor: accessor, in: file)
    }

    /// Describes where an expression stands that isn't a use.
    init(around expression: ExpressionNode, accessor: Singleton.Accessor, in file: ParsedFile) {
        self.init(expression, around: expression, accessor: accessor, in: file)
    }

    /// Describes the end of an initializer's body, where no expression stands yet.
    init(endOf body: CodeNode, accessor: Singleton.Accessor, in file: ParsedFile) {
        self.init(.missing, around: body, accessor: accessor, in: file)
    }

    private init(
        _ access: ExpressionNode,
        around node: some AnyCodeNode,
        accessor: Singleton.Accessor,
        in file: ParsedFile
    ) {
        (self.access, self.accessor) = (access, accessor)
        surroundings = Surroundings(of: node)
        owner =
            surroundings.type.flatMap { file.owner(of: $0) }
            ?? surroundings.statements.map { OwnerDecl(file: $0, path: file.path) }
    }

    subscript<Value>(dynamicMember member: KeyPath<Surroundings, Value>) -> Value { surroundings[keyPath: member] }

    private static func access(
        from token: TokenNode,
        of singleton: Singleton
    ) -> (ExpressionNode, Singleton.Accessor)? {
        for node in token.nodesFromHere {
            guard let (name, base) = node.reference,
                let accessor = singleton.accessors.first(where: { $0.name == name }),
                fits(base, of: singleton, isMember: node.isMember),
                let access = accessor.isFunction ? node.emptyCall : node.asExpression
            else { continue }
            return (access, accessor)
        }
        return nil
    }

    /// Returns whether the text before the accessor is a plain name: a type's, or for a global at most a module's.
    static func fits(_ base: ExpressionNode?, of singleton: Singleton, isMember: Bool) -> Bool {
        let isGlobal = singleton.shape == .global || singleton.shape == .world
        guard let base else { return isGlobal != isMember }
        let text = base.code
        if isGlobal { return text == singleton.module }
        let isPlain = text.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." }
        return isPlain && text != "self" && text != "Self" && text.first?.isUppercase == true
    }

    /// Returns whether the use runs on the actor of its caller.
    ///
    /// - Parameters:
    ///   - isStrict: whether that has to be sure where the compiler doesn't check it.
    ///   - isStored: whether the use reads a stored property. Without strict checks, `deinit` reads that, too.
    ///   - isReadInside: whether the innermost closure reads it, and no closure captures it.
    func runs(
        on isolation: Isolation,
        in file: ParsedFile,
        _ index: CodeTree,
        isStrict: Bool = false,
        isStored: Bool = false,
        isReadInside: Bool = false
    ) -> Bool {
        guard let member = surroundings.memberDecl, let part = owner else { return false }
        let reader = IsolationReader(index: index)
        for node in [part.node, member.plainNode] {
            if let explicit = reader.explicit(node), explicit != isolation { return false }
        }
        let rule = ClosureRule(context: self, file: file)
        let isLenient = !isStrict && index.modules.isLenient(module: index.module(ofFile: file.path))
        if member.isDeinitializer {
            return isLenient && isStored && surroundings.closures.isEmpty && surroundings.localFunctions.isEmpty
        }
        // What a closure on the main actor reads through `self` doesn't depend on the code around that closure.
        let main = isReadInside ? surroundings.closures.firstIndex { rule.isOnMainActor($0, index) } : nil
        let isOfMain = main != nil && isolation == .actor("MainActor")
        let around = isOfMain ? surroundings.closures.prefix(upTo: main ?? 0) : surroundings.closures[...]
        return (isLenient || surroundings.localFunctions.allSatisfy(\.isOnlyCalledHere))
            && around.allSatisfy { closure in
                rule.isInherited(closure) || isolation == .actor("MainActor") && rule.isOnMainActor(closure, index)
                    || surroundings.isInBuilder && !rule.isConcurrent(closure)
                    || isLenient && !rule.isSent(closure, index)
            }
    }

    /// Returns whether the use can read what its caller stores: it runs on the actor of that, or where nobody checks it.
    func readsStored(on isolation: Isolation, in file: ParsedFile, _ index: CodeTree) -> Bool {
        runs(on: isolation, in: file, index, isStored: true)
            && (!access.waits || index.modules.isLenient(module: index.module(ofFile: file.path)))
    }

    /// Returns whether closures and local functions around the use may capture the instance: it stays with the code around them.
    func mayCapture(_ instance: InjectedType, on isolation: Isolation, in file: ParsedFile, _ index: CodeTree) -> Bool {
        let rule = ClosureRule(context: self, file: file)
        return instance.isSendable
            || surroundings.localFunctions.allSatisfy(\.isOnlyCalledHere)
                && surroundings.closures.allSatisfy { rule.keeps($0, on: isolation, index) }
    }

    /// Returns whether the member around the use declares this name, such as for a parameter.
    func binds(_ name: String, in file: ParsedFile) -> Bool {
        surroundings.memberDecl.map { file.binds(name, in: $0) } ?? false
    }

    /// The same for the body of the member alone, if that is an initializer, whose parameters are meant by their names.
    func binds(_ name: String, inBodyIn file: ParsedFile) -> Bool {
        guard let member = surroundings.memberDecl, let initializer = member.initializer else {
            return binds(name, in: file)
        }
        return file.binds(name, in: member, within: initializer.bodyNode)
    }
}
