import SeamKit

extension CodeTree {
    /// Says what may make an instance, outside of tests, that isn't the accessor's; nil if nothing does.
    ///
    /// - Parameter instance: the accessor, with the type that callers see: those of a protocol may be of other types.
    func otherInstance(than instance: InjectedType, of singleton: Singleton) -> String? {
        let reader = AccessorReader(index: self, singleton: singleton)
        guard case .success(let own) = reader.read(instance.accessor) else { return "its type isn't known" }
        let wanted = id(of: instance)
        let others = paths(saying: instance.typeName).filter { !isTest($0) }.compactMap(file).flatMap { file in
            file.owners.filter { owner in
                owner.kind != .protocol
                    && inheritance(of: [(file, owner)]).contains { name, type in
                        name == instance.typeName && (type == nil || type == wanted)
                    }
            }
        }
        let types = Dictionary([(own.typeName, id(of: own))] + others.map { ($0.name, id(of: $0)) }) { first, _ in first
        }
        for (name, type) in types.sorted(by: { $0.key < $1.key }) {
            if let place = construction(of: name, type, besides: instance.accessor) { return "\(place) makes one" }
        }
        return nil
    }

    /// Returns whether all objects of a type are the instance of an accessor, as far as code outside of tests and previews says.
    func isOnly(_ type: OwnerDecl, _ instance: InjectedType, in request: CutRequest) -> Bool {
        [.class, .actor].contains(type.kind) && instance.spelling == nil && instance.isStored && !instance.isOptional
            && !request.mayBeReplaced(instance) && self.type(of: instance).map { isSame($0.owner, type) } == true
            && otherInstance(than: instance, of: request.singleton) == nil
    }

    /// Returns the place of what may make an instance of a type, outside of tests and of an accessor's declaration.
    private func construction(of name: String, _ type: TypeID?, besides accessor: Singleton.Accessor) -> String? {
        if let place = names(of: name.lastName).unclear.first { return place }
        for (file, finder) in constructions(of: name) {
            let own = file.path == accessor.file ? variables(of: accessor, in: file) : []
            for made in finder.all where !own.contains(where: made.isInVariable) {
                if Construction(file: file, node: made, isTest: false).isPreview || isOther(made, than: type, in: file)
                {
                    continue
                }
                return file.place(of: made.offset)
            }
        }
        return nil
    }

    /// Returns whether a mention certainly means another type of the same last name.
    private func isOther(_ made: ExpressionNode, than type: TypeID?, in file: ParsedFile) -> Bool {
        let reader = ReceiverType(index: self, file: file)
        let name = made.call.map(reader.typeName(made:)) ?? reader.typeName(made.reference?.base ?? made)
        guard let type, let found = name.flatMap({ id($0, inFile: file.path) }), found != type else { return false }
        // A superclass may make one by `Self`.
        return declaration(of: type).map { !inherits($0.owner, from: found) } ?? false
    }

    /// Returns the places of the names of an accessor, and of the variable that it returns.
    func variables(of accessor: Singleton.Accessor, in file: ParsedFile) -> [Int] {
        let token = file.token(line: accessor.line, column: accessor.column)
        let owner = token.flatMap { file.owner(around: $0) }
        let stored = token?.memberDeclaration?.property?.returnedVariable(in: file, of: owner)
        let own = file.offset(line: accessor.line, column: accessor.column)
        return [own, stored?.declaration.nameOffset].compactMap(\.self)
    }

    /// Returns what makes instances of a type, in files outside of tests that name it.
    private func constructions(of type: String) -> [(file: ParsedFile, finder: ConstructionFinder)] {
        // Calls are found by the last name, and any type of it may have what they call.
        let parts = lastNames.declarations(of: type).map(\.owner)
        var initializers = parts.flatMap(\.initializers).map { CalledInitializer($0, takes: false) }
        // Those that the compiler makes, or that are inherited.
        let own = parts.first(where: \.isDeclaration)
        if own?.initializers.isEmpty != false {
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
        let isClear = found.flatMap(\.finder.unclear).allSatisfy { $0.code == type.simpleName + ".self" }
        let calls = found.flatMap { found in found.finder.calls.map { (file: found.file, call: $0) } }
        guard isClear, names(of: type.simpleName).unclear.isEmpty, calls.count <= 1, !isInherited(type),
            !makers.contains(type.name)
        else {
            return false
        }
        return calls.allSatisfy { runsOnce($0.call, in: $0.file, besides: makers.union([type.name])) }
    }

    private func runsOnce(_ call: CallNode, in file: ParsedFile, besides makers: Set<String>) -> Bool {
        guard !call.mayRunOften else { return false }
        guard let around = call.functionOrTypeAround else { return true }
        if let function = around.function {
            return function.ownName == "main"
                || function.parameters.contains { $0.label == "didFinishLaunchingWithOptions" }
        }
        let isStatic = call.nearest(PropertyNode.self)?.isOfInstance == false
        return isStatic
            || OwnerDecl(around, path: file.path).flatMap(declaration).map { isMadeOnce($0.owner, besides: makers) }
                == true
    }
}
