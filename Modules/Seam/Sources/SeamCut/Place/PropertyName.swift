import SeamKit

/// Chooses names for the properties that callers get.
struct PropertyName {
    let request: CutRequest
    /// The requested name.
    var wanted: String?
    /// The names that properties with each type are to have, by the accessor.
    var usual: [String: String] = [:]
    /// The names that are common in each module, by the accessor: of all that has the instance, and of what has the type itself.
    private var common: [String: [String: (all: String?, own: String?)]] = [:]
    /// The names of globals, which a property would hide.
    private var globals: Set<String> = []

    private var index: CodeTree { request.index }

    init(request: CutRequest, wanted: String? = nil, usual: [String: String] = [:]) {
        (self.request, self.wanted, self.usual) = (request, wanted, usual)
    }

    /// Chooses names as the code in these files does.
    init(request: CutRequest, usualIn paths: [String]) {
        self.init(request: request, wanted: request.options.name)
        let singletons = request.map.singletons.lazy.filter { $0.shape == .global || $0.shape == .world }
        globals = Set(singletons.flatMap { $0.accessors.map(\.name) })
        for module in Set(paths.map { request.index.module(ofFile: $0) }) {
            for accessor in request.singleton.accessors {
                guard case .success(let instance) = request.instance(accessor) else { continue }
                let habit = request.house.habit(for: instance, of: request.singleton, in: module)
                let own = ownName(of: instance)
                // `filemanager` is no other name than `fileManager`.
                let cased = { (name: String) in name.lowercased() == own.lowercased() ? own : name }
                common[module, default: [:]][accessor.name] = (habit.name.map(cased), habit.ownName.map(cased))
            }
        }
    }

    /// Returns a name that means nothing else in the type's code, or in the types it inherits from; nil if there is none.
    ///
    /// - Parameters:
    ///   - uses: the uses that are to read the property.
    ///   - isAbstract: whether the property is to have another type than the accessor returns.
    ///   - added: names that the type gets in the same slice.
    func free(
        for uses: CallerUses,
        at place: PropertyPlace,
        isAbstract: Bool,
        in file: ParsedFile,
        besides added: Set<String>
    ) -> String? {
        let (instance, owner) = (uses.instance, place.owner)
        let module = index.module(ofFile: file.path)
        let own = ownName(of: instance)
        let isSaid = !uses.caller.isStatic && uses.uses.contains { $0.context.access.constant(named: own) != nil }
        let usual = place.parameters?.name ?? (isSaid ? own : usual(for: instance, in: module, isAbstract: isAbstract))
        if place.existing == nil, let functions = takers(of: uses) {
            // A parameter hides what its function doesn't say.
            return candidates(for: instance, usual: usual).first { name in
                !added.contains(name)
                    && functions.allSatisfy {
                        !file.hasName(name, in: $0.plainNode) || isConstant(name, of: uses, in: $0, file)
                    }
            }
        }
        let clear = usual.flatMap { isClear($0, for: instance, in: owner) ? $0 : nil }
        return free(for: instance, in: owner, usual: clear) { name in
            // A function of the file could use anything that the file has.
            let isAlone = owner.kind == .file || owner.isLocal || request.options.isLate
            if added.contains(name) { return true }
            if isAlone { return file.hasName(name) }
            return request.options.stage == .inject
                ? isTaken(name, by: uses, at: place, in: file) : file.hasName(name, in: owner)
        }
    }

    /// Returns the name that is common in a module. That of a protocol (`fileStore`) would be wrong for a type with another name.
    private func usual(for instance: InjectedType, in module: String, isAbstract: Bool) -> String? {
        guard let (all, own) = common[module]?[instance.accessor.name], let all else { return nil }
        let isOfType = typeName(of: instance).hasSuffix(all.prefix(1).uppercased() + all.dropFirst())
        return isAbstract || isOfType || instance.isProtocol ? all : own
    }

    /// Returns whether a function only says a name for a constant that has the instance, and that goes.
    private func isConstant(_ name: String, of uses: CallerUses, in function: FunctionNode, _ file: ParsedFile) -> Bool
    {
        // Where the parameter has to be an optional, the constant stays.
        guard uses.instance.isolation == .nonisolated, uses.instance.isQuiet,
            uses.instance.creation.observation == nil,
            uses.uses[0].context.owner.map({ !uses.instance.creation.makes($0, index) }) != false
        else { return false }
        let said = uses.uses.compactMap { $0.context.access.constant(named: name, mayBeHeld: true) }.filter {
            function.extent.contains($0.offset)
        }.compactMap { $0.reads(ofConstant: name).map { $0.count + 1 } }
        return !said.isEmpty && said.reduce(0, +) == file.tokens(name, in: function.plainNode).count
    }

    /// Returns the functions that take the instance of all uses as a parameter; nil if others are among the uses.
    private func takers(of uses: CallerUses) -> [FunctionNode]? {
        guard uses.caller.isStatic, request.options.isForInitializers else { return nil }
        let functions = uses.uses.compactMap { use in
            if case .function(let function)? = use.holding { function } else { nil }
        }
        return functions.count == uses.uses.count ? functions : nil
    }

    /// Returns whether a name means something in the code of a type, or where its uses have to say it alone.
    private func isTaken(_ name: String, by uses: CallerUses, at place: PropertyPlace, in file: ParsedFile) -> Bool {
        if file.wouldMean(name, in: place.owner) { return true }
        let isHidden = uses.uses.contains { use in
            let isAlone = use.holding != nil || use.reading?.isNameAlone == true && !use.canSaySelf
            return isAlone && use.context.binds(name, inBodyIn: file)
        }
        if isHidden { return true }
        let sites = request.sites(of: place.owner, through: uses.instance.accessor).filter { $0.file.path != file.path }
        let isHiddenElsewhere = sites.contains { site in
            site.context.closures.contains { !$0.isCalled } && site.context.binds(name, in: site.file)
        }
        if isHiddenElsewhere { return true }
        let readers = Set(sites.map(\.file.path))
        return index.parts(of: place.owner).contains { part in
            if readers.contains(part.file.path), part.file.wouldMean(name, in: part.owner) { return true }
            return part.owner.initializers.contains { initializer in
                guard !initializer.isDelegating, !initializer.endsProcess else { return false }
                let own = place.parameters?.names[initializer]
                let isParameter = initializer.parameters.contains { parameter in
                    parameter.innerName != own && [parameter.label, parameter.innerName].contains(name)
                }
                return isParameter || isBound(name, by: uses, in: initializer, part.file)
            }
        }
    }

    /// Returns whether a name means something else in the body of an initializer, where it stores the instance or has a use.
    private func isBound(
        _ name: String,
        by uses: CallerUses,
        in initializer: InitializerNode,
        _ file: ParsedFile
    ) -> Bool {
        guard file.binds(name, inBodyOf: initializer) else { return false }
        let isRead = uses.uses.contains { use in
            if case .initializer(initializer) = use.context.member { true } else { false }
        }
        return isRead
            || file.tokens(name, in: initializer.plainNode).contains { $0.nearest(BlockNode.self) == initializer.block }
    }

    /// Returns a name that isn't taken, and that nothing in the type or in the types it inherits from has; nil if there is none.
    ///
    /// - Parameter common: the name that is common in the module.
    func free(
        for instance: InjectedType,
        in owner: OwnerDecl,
        usual common: String? = nil,
        besides isTaken: (String) -> Bool
    ) -> String? {
        candidates(for: instance, usual: common).first { name in
            !isTaken(name) && !globals.contains(name) && !isMember(name, of: owner)
        }
    }

    /// Returns a name for a parameter of a function, which hides nothing that the function says; nil if there is none.
    func free(for instance: InjectedType, besides isTaken: (String) -> Bool) -> String? {
        candidates(for: instance, usual: nil).first { !isTaken($0) }
    }

    /// Returns whether a name that is the end of the type's own says enough: no other type in the code has that end.
    private func isClear(_ name: String, for instance: InjectedType, in owner: OwnerDecl) -> Bool {
        let type = typeName(of: instance)
        let end = name.prefix(1).uppercased() + name.dropFirst()
        guard type != end, type.hasSuffix(end) else { return true }
        return !owner.node.words.contains { $0 != type && $0.hasSuffix(end) && $0.first?.isUppercase == true }
    }

    /// Returns the type that names the property: the class's of a protocol that only says what can be done.
    private func typeName(of instance: InjectedType) -> String {
        let last = instance.typeName.split { ".( )".contains($0) }.last.map(String.init) ?? request.singleton.name
        let own = request.singleton.name.lastName
        let isAbility = { (name: String) in ["ing", "able", "Protocol"].contains(where: name.hasSuffix) }
        let isProtocol = index.type(of: instance)?.owner.kind == .protocol
        return isProtocol && request.singleton.shape == .instance && isAbility(last) && !isAbility(own) ? own : last
    }

    private func candidates(for instance: InjectedType, usual common: String?) -> [String] {
        if let wanted { return [wanted] }
        let isNamedByAccessor = ![.instance, .function, .framework].contains(request.singleton.shape)
        let type = Self.lowered(from: typeName(of: instance))
        let own = isNamedByAccessor ? instance.accessor.name : ownName(of: instance)
        let raised = own.prefix(1).uppercased() + own.dropFirst()
        return
            ([usual[instance.accessor.name], common, own, type, "shared\(raised)", "the\(raised)", "\(own)Instance"]
            as [String?])
            .compactMap(\.self)
            .filter(\.isPropertyName)
    }

    /// Returns the name that the type says: `accountManager` for `AccountManager`, and `screen` for the framework's `UIScreen`.
    private func ownName(of instance: InjectedType) -> String {
        let type = typeName(of: instance)
        let isOfFramework = request.singleton.shape == .framework
        return Self.lowered(from: isOfFramework ? Frameworks.nameWithoutPrefix(of: type) : type)
    }

    /// Returns `accountManager` for `AccountManager`, and `urlCache` for `URLCache`.
    static func lowered(from type: String) -> String {
        let capitals = type.prefix { $0.isUppercase }
        if capitals.count == type.count { return type.lowercased() }
        let count = max(1, capitals.count - 1)
        return type.prefix(count).lowercased() + type.dropFirst(count)
    }

    /// Returns the name without what only tells it from others: `store` for `injectedStore` and `sharedStore`.
    static func plain(_ name: String) -> String {
        for prefix in ["injected", "shared"] where name.hasPrefix(prefix) {
            let rest = name.dropFirst(prefix.count)
            if rest.first?.isUppercase == true { return lowered(from: String(rest)) }
        }
        return name
    }

    private func isMember(_ name: String, of owner: OwnerDecl) -> Bool {
        // What other files declare outside of types would be the same variable to the compiler.
        if owner.kind == .file {
            return index.paths(saying: name).contains { path in
                index.file(path).map { $0.global.namesElsewhere.contains(name) } ?? true
            }
        }
        let isOfFramework = Frameworks.owners(of: name).map { suffix in
            index.inherited(by: owner).contains { $0.hasSuffix(suffix) }
        }
        return isOfFramework.contains(true) || index.inheritedNames(of: owner).names.contains(name)
    }

    static let keywords = StandardLibrary.keywords.union(["open", "any", "some", "actor", "await", "async"])
}

extension String {
    /// Whether a property can have the name without backticks.
    package var isPropertyName: Bool { isPlainName && !PropertyName.keywords.contains(self) }
}
