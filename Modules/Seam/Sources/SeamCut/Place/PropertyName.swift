import SeamKit

/// Chooses names for the properties that callers get.
struct PropertyName {
    let request: CutRequest
    /// The requested name.
    var wanted: String?
    /// The names that properties with each type are to have, by the accessor.
    var usual: [String: String] = [:]
    /// The names that are common in each module, by the accessor.
    private var common: [String: [String: String]] = [:]
    /// The names of globals, which a property would hide.
    private var globals: Set<String> = []

    private var index: TypeIndex { request.index }

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
                common[module, default: [:]][accessor.name] = habit.name
            }
        }
    }

    /// Returns a name that is not used in the type's code in the file, or in the types it inherits from; nil if there is none.
    ///
    /// - Parameter added: names that the type gets in the same slice.
    func free(
        for instance: InjectedType,
        in owner: OwnerDecl,
        of file: ParsedFile,
        besides added: Set<String>
    ) -> String? {
        let module = index.module(ofFile: file.path)
        return free(for: instance, in: owner, usual: common[module]?[instance.accessor.name]) { name in
            // A function of the file could use anything that the file has.
            let isAlone = owner.kind == .file || owner.isLocal || request.options.isLate
            return added.contains(name) || (isAlone ? file.hasName(name) : file.hasName(name, in: owner))
        }
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

    private func candidates(for instance: InjectedType, usual common: String?) -> [String] {
        if let wanted { return [wanted] }
        let isNamedByAccessor = ![.instance, .function, .framework].contains(request.singleton.shape)
        let last = instance.typeName.split { ".( )".contains($0) }.last.map(String.init) ?? request.singleton.name
        let own = isNamedByAccessor ? instance.accessor.name : Self.lowered(from: last)
        let raised = own.prefix(1).uppercased() + own.dropFirst()
        return
            ([usual[instance.accessor.name], common, own, "shared\(raised)", "the\(raised)", "\(own)Instance"]
            as [String?])
            .compactMap(\.self)
            .filter(\.isPropertyName)
    }

    /// Returns `accountManager` for `AccountManager`, and `urlCache` for `URLCache`.
    static func lowered(from type: String) -> String {
        let capitals = type.prefix { $0.isUppercase }
        if capitals.count == type.count { return type.lowercased() }
        let count = max(1, capitals.count - 1)
        return type.prefix(count).lowercased() + type.dropFirst(count)
    }

    private func isMember(_ name: String, of owner: OwnerDecl) -> Bool {
        // What other files declare outside of types would be the same variable to the compiler.
        if owner.kind == .file {
            return index.paths(saying: name).contains { path in
                index.file(path).map { $0.global.namesElsewhere.contains(name) } ?? true
            }
        }
        return index.inheritedNames(of: owner).names.contains(name)
    }

    static let keywords = StandardLibrary.keywords.union(["open", "any", "some", "actor", "await", "async"])
}

extension String {
    /// Whether a property can have the name without backticks.
    package var isPropertyName: Bool { isPlainName && !PropertyName.keywords.contains(self) }
}
