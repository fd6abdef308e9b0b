import SeamKit

/// What types store for passed instances, each in its own declaration, also if extensions and other files use the singleton.
struct Storages {
    private let request: CutRequest
    private let choice: ProtocolChoice?
    private var known: [Key: Result<Storage, Reason>] = [:]
    /// What was known of a storage before the caller asked for it that is being placed; nil if it asked for none.
    private var asked: (key: Key, storage: Storage)?
    /// The files in which a type uses the singleton; not those of tests.
    private let files: [CodeTree.TypeID: Set<String>]

    /// A type that stores an instance, or the provider with it.
    struct Storage {
        let home: CodeTree.Declaration
        var injection: Injection
        let instance: InjectedType
        /// Whether public code can name the instance's type.
        let isTypePublic: Bool
        /// Whether nobody could see that the instance is read still earlier than by the type's initializer.
        let isReadAnyTime: Bool
        var provider: Carrier?
        /// The modules, each with a name of it, that the caller's file imports: of the instance's type, and of an accessor in a default.
        var imported: [(module: String, name: String)] = []
        /// Whether the stored property is there, or is inserted together with the property that reads it.
        var isWritten: Bool
        /// The subclasses that may read it.
        var heirs: Set<CodeTree.TypeID> = []
        /// Whether something reads it after the slice.
        var isRead = false
        /// The number of storages that were found before it.
        let order: Int
    }

    /// The place of a type's own declaration.
    struct Home: Hashable {
        private let path: String
        private let offset: Int

        init(of owner: OwnerDecl, in file: ParsedFile) {
            (path, offset) = (file.path, owner.node.offset)
        }
    }

    /// What a type stores: the instance of an accessor, or a provider.
    private struct Key: Hashable {
        let home: Home
        let stored: String
    }

    /// Whether a type can store the instance for a caller.
    static let ofSite: [Check<StorageSite>] = [.kind, .access]

    init(request: CutRequest, choice: ProtocolChoice?) {
        (self.request, self.choice) = (request, choice)
        var files: [CodeTree.TypeID: Set<String>] = [:]
        for case (let use, let type?) in zip(request.uses, request.typesAround) where !use.isTest {
            files[type, default: []].insert(use.file)
        }
        self.files = files
    }

    /// What is stored and read after the slice, in the order in which it was found.
    var written: [Storage] {
        known.values.compactMap { try? $0.get() }.filter(\.isRead).sorted { $0.order < $1.order }
    }

    /// Returns whether a type uses the singleton in several files.
    func isInSeveralFiles(_ owner: OwnerDecl) -> Bool {
        request.index.id(of: owner).flatMap { files[$0] }.map { $0.count > 1 } ?? false
    }

    /// Returns how a caller's property gets a passed instance. The stored property is written once for all files of a type.
    ///
    /// - Parameter provider: what is stored in place of the instance; the dependency has its type then.
    mutating func injection(for dependency: Dependency, by provider: Carrier? = nil) -> Result<Injection, Reason> {
        let key = key(for: dependency, by: provider)
        return find(dependency, at: key, by: provider).map { storage in
            asked = (key, storage)
            var storage = storage
            storage.isRead = true
            let isHere = !storage.isWritten && dependency.owner == storage.home.owner
            if isHere { storage.isWritten = true }
            known[key] = .success(storage)
            return isHere ? storage.injection : storage.injection.elsewhere
        }
    }

    /// Begins with another caller.
    mutating func beginCaller() { asked = nil }

    /// Forgets what the caller asked for, because none of its uses goes through that.
    mutating func forgetCaller() {
        guard let asked else { return }
        known[asked.key] = .success(asked.storage)
    }

    /// Returns what the type stores for a caller; nil if it can't store anything.
    mutating func found(for dependency: Dependency) -> Injection? {
        try? find(dependency, at: key(for: dependency, by: nil), by: nil).get().injection
    }

    /// Notes that something reads what the type stores.
    mutating func noteRead(of dependency: Dependency) {
        let key = key(for: dependency, by: nil)
        guard case .success(var storage)? = known[key] else { return }
        storage.isRead = true
        known[key] = .success(storage)
    }

    private func key(for dependency: Dependency, by provider: Carrier?) -> Key {
        let home = StorageSite.home(of: dependency, in: request.index) ?? (dependency.file, dependency.owner)
        let stored = provider?.name ?? dependency.instance.accessor.name
        return bequest(to: home, stored: stored) ?? Key(home: Home(of: home.owner, in: home.file), stored: stored)
    }

    /// Returns where a superclass stores what a class may read; nil if none does.
    private func bequest(to home: CodeTree.Declaration, stored: String) -> Key? {
        guard home.owner.kind == .class, let type = request.index.id(of: home.owner) else { return nil }
        return request.index.superclasses(of: home.owner).lazy.compactMap { above -> Key? in
            guard let above = request.index.declaration(of: above) else { return nil }
            let key = Key(home: Home(of: above.owner, in: above.file), stored: stored)
            guard case .success(let storage)? = known[key], storage.heirs.contains(type) else { return nil }
            return key
        }.first
    }

    private mutating func find(_ dependency: Dependency, at key: Key, by provider: Carrier?) -> Result<Storage, Reason>
    {
        let site = StorageSite(for: dependency, by: provider, of: request)
        if let reason = request.reasons.first(of: Self.ofSite, for: site) { return .failure(reason) }
        guard let home = site.home else { return .failure(.unexplained) }
        let found = known[key] ?? new(site, in: home)
        known[key] = found
        return found
    }

    private func new(_ site: StorageSite, in home: CodeTree.Declaration) -> Result<Storage, Reason> {
        guard let recipient = recipient(for: site, in: home) else { return .failure(.unexplained) }
        var site = site
        site.type = recipient.type
        var heirs: Set<CodeTree.TypeID> = []
        let injection: Result<Injection, Reason>
        if let stored = site.stored {
            if let reason = request.reasons.first(of: [.files], for: site) { return .failure(reason) }
            injection = .success(Injection(stored: stored.name))
        } else if let shared = recipient.sharedInjection {
            injection = .success(shared.injection)
            heirs = shared.heirs
        } else {
            injection = recipient.injection()
        }
        return injection.map { injection in
            Storage(
                home: home,
                injection: injection,
                instance: recipient.instance,
                isTypePublic: recipient.isTypePublic,
                isReadAnyTime: recipient.earlierObservation == nil,
                provider: site.stored == nil ? site.provider : nil,
                imported: site.provider == nil && site.stored == nil
                    ? imported(for: site.dependency, injection, by: home.file) : [],
                isWritten: site.stored != nil,
                heirs: heirs,
                order: known.count
            )
        }
    }

    /// Returns the type that is to store the instance; nil if it has another one already.
    private func recipient(for site: StorageSite, in home: CodeTree.Declaration) -> Recipient? {
        let dependency = site.dependency
        let own = request.index.id(of: dependency.owner).flatMap { files[$0] } ?? []
        var seen = site.provider == nil ? choice?.instance ?? dependency.instance : dependency.instance
        // The protocol is that of all accessors.
        (seen.accessor, seen.creation) = (dependency.instance.accessor, dependency.instance.creation)
        var recipient = Recipient(
            request: request,
            instance: seen,
            owner: home.owner,
            file: home.file,
            property: dependency.name,
            isShared: own.union([dependency.file.path]) != [home.file.path],
            users: Set(files.keys),
            sharers: Set(files.filter { $0.value.count > 1 }.keys),
            typeAccess: site.provider?.access ?? choice?.access,
            accessor: site.provider == nil ? dependency.access : nil
        )
        guard site.provider == nil else { return recipient }
        let (access, instance) = (dependency.access, dependency.instance)
        if request.options.usesHolders,
            let holder = Holder(in: home, access: access, instance: instance, index: request.index)
        {
            // No second property of the type.
            guard let valued = holder.valued, !holder.isOther else { return nil }
            // What only initializers read may have another name.
            (recipient.existing, recipient.property) = (valued, holder.name)
        }
        if let own = OwnParameters(of: home, access: access, instance: instance, request) {
            guard !own.isOther else { return nil }
            recipient.own = own.names
        }
        return recipient
    }

    /// Returns the modules that the file of the type has to import, each with the name in it that is said.
    private func imported(
        for dependency: Dependency,
        _ injection: Injection,
        by file: ParsedFile
    ) -> [(module: String, name: String)] {
        var imported: [(module: String, name: String)] = []
        let module = request.index.namedModule(ofType: dependency.instance)
        if let module { imported.append((module, request.index.outerName(ofType: dependency.instance))) }
        let other = request.index.module(ofFile: dependency.instance.accessor.file)
        if injection.form.isStored, other != module { imported.append((other, "")) }
        // The caller may never have said the name of the type.
        let missing = request.index.imports(of: file).missing(typeOf: dependency.instance)
        return imported.filter { dependency.file.imports.contains($0.module) || $0.module == missing }
    }
}

/// Where a type may store an instance for a caller.
struct StorageSite {
    let dependency: Dependency
    let provider: Carrier?
    let request: CutRequest
    /// The declaration that can store it; nil if the caller's own module has none.
    let home: CodeTree.Declaration?
    /// The type of what is stored.
    var type: TypeStructure?

    init(for dependency: Dependency, by provider: Carrier?, of request: CutRequest) {
        (self.dependency, self.provider, self.request) = (dependency, provider, request)
        home = Self.home(of: dependency, in: request.index)
    }

    static func home(of dependency: Dependency, in index: CodeTree) -> CodeTree.Declaration? {
        let (owner, file) = (dependency.owner, dependency.file)
        guard owner.kind == .extension else { return (file, owner) }
        guard let type = index.declaration(of: owner), type.file.isEditable else { return nil }
        let module = index.module(ofFile: file.path)
        guard module == index.module(ofFile: type.file.path) else { return nil }
        // The files of a folder may belong to several modules. Only a public type can be extended in another one.
        let isKnown = index.module(module).map { $0.origin != .folder } ?? false
        let isNear = file.path.split(separator: "/").dropLast() == type.file.path.split(separator: "/").dropLast()
        return isKnown || isNear || !type.owner.node.isVisibleOutside ? type : nil
    }

    /// A stored property.
    struct Stored {
        let name: String
        let type: TypeStructure?
        let isPrivate: Bool
    }

    /// The stored property that another property of the type already reads, or that of the provider; nil if there is none.
    var stored: Stored? {
        guard let owner = home?.owner else { return nil }
        let all = owner.variables.compactMap { variable in
            variable.part.map {
                Stored(
                    name: $0.written,
                    type: $0.type?.structure,
                    isPrivate: variable.modifierList.says("private", "fileprivate")
                )
            }
        }
        if let provider {
            return all.first {
                $0.type == .optional(TypeStructure(named: provider.name)) && $0.name.hasPrefix("injected")
            }
        }
        let parts = request.index.parts(of: owner)
        let names = parts.flatMap(\.owner.properties).filter {
            !$0.isStatic && $0.isGathered(access: dependency.access, instance: dependency.instance)
        }.compactMap(\.stored)
        return all.first { names.contains($0.name) }
    }

    /// Whether the file of the type's declaration can name the instance's type, as the caller's file does.
    var canNameType: Bool {
        guard provider == nil, let home = home?.file, home.path != dependency.file.path else { return true }
        let (index, file, instance) = (request.index, dependency.file, dependency.instance)
        let found = index.type(of: instance)
        // Another module that compiles that file may see less.
        if !index.modules.isCompiled(home.path, onlyWith: file.path) {
            let module = found.map { index.module(ofFile: $0.file.path) } ?? request.singleton.module
            return home.imports(index.outerName(ofType: instance), from: module)
                || found.map { index.modules.isCompiled(home.path, onlyWith: $0.file.path) } == true
        }
        let missing = file.imports.subtracting(home.imported)
        if missing.isEmpty { return true }
        guard let type = found else {
            let module = request.singleton.module
            return file.imports.contains(module) && !missing.contains(module)
        }
        if let module = index.namedModule(ofType: instance) {
            // If need be, the file gets the import that the caller's has.
            let isImported = home.imports(index.outerName(ofType: instance), from: module)
            return module == index.module(ofFile: home.path) || isImported || file.imports.contains(module)
        }
        let isNear = index.module(ofFile: type.file.path) == index.module(ofFile: home.path)
        return isNear && !type.owner.node.isVisibleOutside || missing.isSubset(of: FileImports.frameworks)
    }
}
