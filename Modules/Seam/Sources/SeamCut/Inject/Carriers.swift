import SeamKit

/// What `--style` adds to the tree, besides the changes of callers, and how callers take an instance by it.
struct Carriers {
    let request: CutRequest
    let choice: ProtocolChoice?
    /// What carries the instances, by their accessor; nil for an accessor that can have nothing.
    private var known: [String: Carrier?] = [:]
    /// The accessors whose instance is carried to a caller of the slice.
    private var used: Set<String> = []
    private var provider: Provider?
    /// The modules with uses.
    private let users: Set<String>

    /// Whether any form but an initializer can carry the instance.
    static let ofStyle: [Check<CarriedInstance>] = [.limited]
    /// Whether the caller gets what carries the instance.
    static let ofCarrier: [Check<CarriedInstance>] = [.instance, .style, .access]

    init(request: CutRequest, choice: ProtocolChoice?) {
        (self.request, self.choice) = (request, choice)
        users = Set(request.uses.filter { !$0.isTest }.map { request.index.module(ofFile: $0.file) })
    }

    private var index: CodeTree { request.index }
    private var style: Style { request.options.style }

    private var values: WrappedValues? {
        switch style {
        case .initializer, .provider: nil
        case .environment: .environment
        case .dependency: .dependency
        }
    }

    /// Returns how a caller takes the instance in the style of the cut; nil if that is by its initializer.
    mutating func injection(of caller: PlacedCaller, in storages: inout Storages) -> Result<Injection, Reason>? {
        guard style != .initializer else { return nil }
        let (seen, file, place) = (caller.seen, caller.property.file, caller.property.place)
        let carried = CarriedInstance(instance: seen, carrier: nil, file: file, index: index)
        if let reason = request.reasons.first(of: Self.ofStyle, for: carried) { return .failure(reason) }
        let result: Result<Injection, Reason>
        if let values {
            if values == .environment, !WrappedRecipient.isView(place.owner, index: index, in: file) { return nil }
            let recipient = WrappedRecipient(
                index: index,
                instance: seen,
                owner: place.owner,
                file: file,
                property: caller.property.name,
                declaration: place.declaration,
                isInSeveralFiles: storages.isInSeveralFiles(place.owner),
                values: values,
                contexts: caller.uses.uses.filter { $0.reading != nil }.map(\.context)
            )
            let hasLibrary = key(for: seen, values).library(for: index.module(ofFile: file.path)) != nil
            result = recipient.injection(by: hasLibrary ? carrier(of: seen) : nil, request.reasons)
        } else {
            result = provided(to: caller, in: &storages)
        }
        if case .success = result { used.insert(seen.accessor.name) }
        return result
    }

    /// Returns how a caller takes a provider with the instance.
    private mutating func provided(to caller: PlacedCaller, in storages: inout Storages) -> Result<Injection, Reason> {
        let (seen, file) = (caller.seen, caller.property.file)
        let plain = CarriedInstance(instance: seen, carrier: nil, file: file, index: index)
        if let reason = request.reasons.first(of: [.instance], for: plain) { return .failure(reason) }
        let carried = CarriedInstance(instance: seen, carrier: carrier(of: seen), file: file, index: index)
        if let reason = request.reasons.first(of: Self.ofCarrier, for: carried) { return .failure(reason) }
        guard let carrier = carried.carrier else { return .failure(.unexplained) }
        var dependency = caller.property.dependency
        dependency.name = PropertyName.lowered(from: carrier.name)
        dependency.instance = seen
        (dependency.instance.type, dependency.instance.isOwnType) = (TypeStructure(named: carrier.name), false)
        dependency.instance.isSameInCopies = true
        dependency.instance.isSendable = provider?.isSendable == true
        return storages.injection(for: dependency, by: carrier).map {
            var injection = $0
            (injection.stored, injection.isCarried) = (injection.stored + "?." + carrier.member, true)
            return injection
        }
    }

    // MARK: Carriers

    private func key(for instance: InjectedType, _ values: WrappedValues) -> InstanceKey {
        InstanceKey(request: request, instance: instance, values: values, choice: choice, users: users)
    }

    private mutating func carrier(of instance: InjectedType) -> Carrier? {
        let accessor = instance.accessor.name
        if let known = known[accessor] { return known }
        let names = names(for: instance)
        let carrier: Carrier?
        if let values {
            let taken = Set(known.values.compactMap { $0?.name })
            carrier = key(for: instance, values).carrier(names: names.filter { !taken.contains($0) })
        } else {
            let into = choice == nil ? request.options.protocolModule : nil
            var own = provider ?? Provider(request: request, name: request.options.provider ?? "", into: into)
            carrier = own.carrier(of: instance, as: choice, users: users, names: names)
            provider = own
        }
        known[accessor] = .some(carrier)
        return carrier
    }

    /// Returns the names that code outside of callers may have for an instance, the best first.
    private func names(for instance: InjectedType) -> [String] {
        if let name = request.options.name { return [name] }
        let (accessor, singleton) = (instance.accessor.name, request.singleton)
        let last = singleton.name.lastName
        let isPlain = [.instance, .function, .framework].contains(singleton.shape)
        // A property that says nothing but that there is one instance.
        let isGeneral = ["shared", "default", "standard", "current", "main", "instance"].contains(accessor)
        let names =
            isPlain || isGeneral
            ? [PropertyName.lowered(from: last), accessor + last] : [PropertyName.lowered(from: accessor)]
        return names.filter(\.isPropertyName)
    }

    // MARK: Edits

    /// Returns the changes of callers, and those that declare what the callers need and the tree doesn't have.
    func adding(to changes: [FileChange], _ imports: inout Imports) -> [FileChange] {
        var result = changes + used.compactMap { known[$0]??.change }
        guard let provider = provider?.change(for: used, &imports) else { return result }
        // A caller may be in the provider's file.
        if let position = result.firstIndex(where: { $0.path == provider.path }) {
            let own = result.remove(at: position)
            result.append(FileChange(path: own.path, bytes: own.bytes, edits: own.edits + provider.edits))
        } else {
            result.append(provider)
        }
        return result
    }

    /// What the callers of the slice need.
    var planned: [CutPlan.Carrier] {
        var result: [CutPlan.Carrier] = []
        for carrier in used.sorted().compactMap({ known[$0] ?? nil }) {
            let planned = CutPlan.Carrier(
                name: carrier.name,
                file: carrier.path,
                isNew: carrier.isNew,
                isForXcode: carrier.isNew && index.module(carrier.module)?.origin == .xcode
            )
            if !result.contains(planned) { result.append(planned) }
        }
        return result.sorted { $0.file < $1.file }
    }

    /// Returns the imports that a caller needs for its style.
    func importEdits(
        for injection: Injection,
        of instance: InjectedType,
        in file: ParsedFile,
        _ imports: inout Imports
    ) -> [TextEdit] {
        guard used.contains(instance.accessor.name), injection.isCarried,
            let carrier = known[instance.accessor.name] ?? nil
        else { return [] }
        // The name of a key is a member, which a file sees by any import of the module.
        let isProvider = values == nil
        let own = imports.edit(
            of: carrier.module,
            naming: isProvider ? carrier.name : "",
            as: isProvider ? "struct" : nil,
            in: file
        )
        guard let values, file.imports.isDisjoint(with: values.modules),
            let library = key(for: instance, values).library(for: index.module(ofFile: file.path))
        else { return [own].compactMap(\.self) }
        return [imports.edit(of: library, naming: "", in: file), own].compactMap(\.self)
    }
}

/// An instance with what carries it to a caller in a file.
struct CarriedInstance {
    let instance: InjectedType
    let carrier: Carrier?
    let file: ParsedFile
    let index: CodeTree

    /// Whether the file can use what carries the instance.
    var isSeen: Bool {
        carrier.map { carrier in
            let module = index.module(ofFile: file.path)
            return carrier.module == module || !carrier.access.isEmpty && index.isSeen(carrier.module, from: module)
        } ?? true
    }
}
