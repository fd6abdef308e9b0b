import SeamKit
import SwiftSyntax

/// What `--style` adds to the tree, besides the changes of callers.
struct Carriers {
    /// What carries the instances, by their accessor; nil for an accessor that can have nothing.
    var byAccessor: [String: Carrier?] = [:]
    /// The accessors whose instance is carried to a caller of the slice.
    var used: Set<String> = []
    var provider: Provider?
}

/// What `--style` changes about injecting.
extension Gatherer {
    private var values: WrappedValues? {
        switch options.style {
        case .initializer, .provider: nil
        case .environment: .environment
        case .dependency: .dependency
        }
    }

    /// The modules with uses.
    private var users: Set<String> {
        Set(rows.filter { !$0.use.isTest }.map { index.module(ofFile: $0.use.file) })
    }

    /// Returns whether a use is in a view that reads the environment.
    func isInView(_ site: Site, in file: ParsedFile) -> Bool {
        guard options.stage == .inject, options.style == .environment, let owner = site.owner else { return false }
        return WrappedInjector.isView(owner, index: index, in: file)
    }

    /// Returns how a caller takes the instance in the style of the cut; nil if that is by its initializer.
    func styled(
        _ members: Members,
        _ place: PropertyPlace,
        _ service: Service,
        _ name: String,
        _ isInSeveralFiles: Bool,
        in file: ParsedFile
    ) -> Result<Injection, Injector.ObstacleFound>? {
        let result: Result<Injection, Injector.ObstacleFound>
        if options.style != .initializer, !service.availability.isUnlimited || service.isTypeDeprecated {
            return .failure(Injector.ObstacleFound(.limited))
        }
        if options.style == .provider {
            result = provided(place, service, in: file)
        } else {
            guard let values else { return nil }
            if values == .environment, !WrappedInjector.isView(place.owner, index: index, in: file) { return nil }
            let injector = WrappedInjector(
                index: index,
                service: service,
                owner: place.owner,
                file: file,
                property: name,
                declaration: place.declaration,
                isInSeveralFiles: isInSeveralFiles,
                values: values,
                sites: members.members.filter { $0.reading != nil }.map(\.site)
            )
            let hasLibrary = key(service, values).library(for: index.module(ofFile: file.path)) != nil
            result = injector.injection(hasLibrary ? carrier(service) : nil)
        }
        if case .success = result { carriers.used.insert(service.accessor.name) }
        return result
    }

    /// Returns how a caller takes a provider with the instance.
    private func provided(
        _ place: PropertyPlace,
        _ service: Service,
        in file: ParsedFile
    ) -> Result<Injection, Injector.ObstacleFound> {
        if service.isOptional || service.isReference == false { return .failure(Injector.ObstacleFound(.instance)) }
        guard let carrier = carrier(service) else { return .failure(Injector.ObstacleFound(.style)) }
        guard carrier.isSeen(from: index.module(ofFile: file.path), index) else {
            return .failure(Injector.ObstacleFound(.access))
        }
        var stored = service
        (stored.type, stored.isOwnType, stored.isReference) = (carrier.name, false, true)
        stored.isSendable = carriers.provider?.isSendable == true
        let parameter = PropertyName.lowered(carrier.name)
        return storage(for: place.owner, access: place.access, stored, parameter, provider: carrier, in: file).map {
            var injection = $0
            (injection.stored, injection.isCarried) = (injection.stored + "?." + carrier.member, true)
            return injection
        }
    }

    // MARK: Carriers

    private func key(_ service: Service, _ values: WrappedValues) -> InstanceKey {
        InstanceKey(
            index: index,
            singleton: singleton,
            service: service,
            values: values,
            into: options.protocolModule,
            choice: choice,
            users: users
        )
    }

    private func carrier(_ service: Service) -> Carrier? {
        let accessor = service.accessor.name
        if let known = carriers.byAccessor[accessor] { return known }
        let names = carrierNames(service)
        let carrier: Carrier?
        if let values {
            let taken = Set(carriers.byAccessor.values.compactMap { $0?.name })
            carrier = key(service, values).carrier(names: names.filter { !taken.contains($0) })
        } else {
            let into = choice == nil ? options.protocolModule : nil
            var provider = carriers.provider ?? Provider(index: index, name: options.provider ?? "", into: into)
            carrier = provider.carrier(service, singleton, choice, users: users, names: names)
            carriers.provider = provider
        }
        carriers.byAccessor[accessor] = .some(carrier)
        return carrier
    }

    /// Returns the names that code outside of callers may have for an instance, the best first.
    private func carrierNames(_ service: Service) -> [String] {
        if let name = options.name { return [name] }
        let accessor = service.accessor.name
        let last = singleton.name.split(separator: ".").last.map(String.init) ?? singleton.name
        let isPlain = [.instance, .function, .framework].contains(singleton.shape)
        // A property that says nothing but that there is one instance.
        let isGeneral = ["shared", "default", "standard", "current", "main", "instance"].contains(accessor)
        let names =
            isPlain || isGeneral ? [PropertyName.lowered(last), accessor + last] : [PropertyName.lowered(accessor)]
        return names.filter(\.isPropertyName)
    }

    /// Returns the changes of callers, and those that declare what the callers need and the tree doesn't have.
    func addingCarriers(to changes: [FileChange]) -> [FileChange] {
        var result = changes + carriers.used.compactMap { carriers.byAccessor[$0]??.change }
        let provider = carriers.provider?.change(for: carriers.used) { importEdit(of: $0, naming: "", in: $1) }
        guard let provider else { return result }
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
    var plannedCarriers: [CutPlan.Carrier] {
        var result: [CutPlan.Carrier] = []
        for carrier in carriers.used.sorted().compactMap({ carriers.byAccessor[$0] ?? nil }) {
            let isForXcode = carrier.isNew && index.module(carrier.module)?.origin == .xcode
            let planned = CutPlan.Carrier(
                name: carrier.name,
                file: carrier.path,
                isNew: carrier.isNew,
                isForXcode: isForXcode
            )
            if !result.contains(planned) { result.append(planned) }
        }
        return result.sorted { $0.file < $1.file }
    }

    /// Returns the imports that a caller needs for its style.
    func styleImports(_ injection: Injection, _ service: Service, in file: ParsedFile) -> [TextEdit] {
        guard carriers.used.contains(service.accessor.name),
            let carrier = carriers.byAccessor[service.accessor.name] ?? nil,
            injection.isCarried
        else { return [] }
        // The name of a key is a member, which a file sees by any import of the module.
        let isProvider = values == nil
        let own = importEdit(
            of: carrier.module,
            naming: isProvider ? carrier.name : "",
            as: isProvider ? "struct" : nil,
            in: file
        )
        guard let values, file.imports.isDisjoint(with: values.modules),
            let library = key(service, values).library(for: index.module(ofFile: file.path))
        else { return [own].compactMap(\.self) }
        return [importEdit(of: library, naming: "", in: file), own].compactMap(\.self)
    }
}
