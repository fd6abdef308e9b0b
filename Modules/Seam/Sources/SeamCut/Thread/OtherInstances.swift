import SeamKit
import SwiftSyntax

extension TypeIndex {
    /// Says what may make an instance, outside of tests, that isn't the accessor's; nil if nothing does.
    ///
    /// - Parameter instance: the accessor, with the type that callers see: those of a protocol may be of other types.
    func otherInstance(than instance: InjectedType, of singleton: Singleton) -> String? {
        let reader = AccessorReader(index: self, singleton: singleton)
        guard case .success(let own) = reader.read(instance.accessor) else { return "its type isn't known" }
        let others = paths(saying: instance.typeName).filter { !isTest($0) }.flatMap { file($0)?.owners ?? [] }
            .filter { $0.inherited.contains(instance.typeName) && $0.kind != .protocol }
        for name in Set([own.typeName] + others.map(\.name)).sorted() {
            let accessor = name == own.typeName ? instance.accessor : nil
            if let place = construction(of: name, besides: accessor) { return "\(place) makes one" }
        }
        return nil
    }

    /// Returns the place of what may make an instance of a type, outside of tests and of an accessor's declaration.
    private func construction(of type: String, besides accessor: Singleton.Accessor?) -> String? {
        if let place = names(of: type.lastName).unclear.first { return place }
        for (file, finder) in constructions(of: type) {
            let isOwn = file.path == accessor?.file
            let own = isOwn ? accessor.flatMap { file.offset(line: $0.line, column: $0.column) } : nil
            for made in finder.all where !isDeclared(made, at: own) {
                return "\(file.path):\(file.line(of: made.positionAfterSkippingLeadingTrivia.utf8Offset))"
            }
        }
        return nil
    }

    /// Returns what makes instances of a type, in files outside of tests that name it.
    private func constructions(of type: String) -> [(file: ParsedFile, finder: ConstructionFinder)] {
        let parts = declarations(of: type).map(\.owner)
        var initializers = parts.flatMap(\.memberDecls).compactMap {
            $0.as(InitializerDeclSyntax.self).map { CalledInitializer($0, takes: false) }
        }
        // Those that the compiler makes, or that are inherited.
        let own = parts.first(where: \.isDeclaration)
        if own?.memberDecls.contains(where: { $0.is(InitializerDeclSyntax.self) }) != true {
            let structure = own.flatMap { $0.kind == .struct ? $0 : nil }
            initializers.append(
                structure.map { CalledInitializer(memberwiseOf: $0, takes: false) } ?? CalledInitializer(takes: false)
            )
        }
        let names = names(of: type.lastName).all
        return paths(sayingAny: names).compactMap { path in
            guard !isTest(path), let file = file(path) else { return nil }
            return (file, ConstructionFinder(names, initializers, in: file, index: self))
        }
    }

    /// Returns whether a type has one instance at most, as far as the sources say: only the system makes it, or one call that runs
    /// once.
    ///
    /// - Parameter makers: types that this one makes, which may not make it.
    func isMadeOnce(_ type: OwnerDecl, besides makers: Set<String> = []) -> Bool {
        let found = constructions(of: type.name)
        // Where the type is only named, the system may make it.
        let isClear = found.flatMap(\.finder.unclear).allSatisfy { $0.trimmedDescription == type.simpleName + ".self" }
        let calls = found.flatMap(\.finder.calls)
        guard isClear, names(of: type.simpleName).unclear.isEmpty, calls.count <= 1, !isInherited(type.simpleName),
            !makers.contains(type.name)
        else {
            return false
        }
        return calls.allSatisfy { runsOnce(Syntax($0), besides: makers.union([type.name])) }
    }

    private func runsOnce(_ call: Syntax, besides makers: Set<String>) -> Bool {
        for node in sequence(first: call, next: \.parent) {
            if node.is(ClosureExprSyntax.self) || node.is(ForStmtSyntax.self) || node.is(WhileStmtSyntax.self)
                || node.is(RepeatStmtSyntax.self) || node.is(AccessorBlockSyntax.self)
            {
                return false
            }
            if let function = node.as(FunctionDeclSyntax.self) {
                let labels = function.signature.parameterClause.parameters.map(\.firstName.text)
                return function.name.text == "main" || labels.contains("didFinishLaunchingWithOptions")
            }
            guard let owner = OwnerDecl(node) else { continue }
            let property = sequence(first: call, next: \.parent).lazy.compactMap { $0.as(VariableDeclSyntax.self) }
                .first
            let isStatic = property?.modifiers.says("static") == true
            return isStatic || type(owner.name).map { isMadeOnce($0.owner, besides: makers) } == true
        }
        return true
    }

    /// Returns whether a node is in the declaration at an offset.
    private func isDeclared(_ node: Syntax, at offset: Int?) -> Bool {
        guard let offset else { return false }
        return sequence(first: node, next: \.parent).contains {
            $0.is(VariableDeclSyntax.self) && $0.range.contains(AbsolutePosition(utf8Offset: offset))
        }
    }
}
