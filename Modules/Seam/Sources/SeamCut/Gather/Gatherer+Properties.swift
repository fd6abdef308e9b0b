import SwiftSyntax

/// Writes the properties of callers, and lets initializers take instances, once all accessors that a type uses are known.
extension Gatherer {
    /// A property that a caller gets.
    struct PlannedProperty {
        var property: Property
        var service: Service
        /// How it gets an instance that is passed; nil if it can't, or already does.
        var injection: Injection?
        var file: ParsedFile
    }

    /// Returns the edits of properties, of stored ones and of the initializers that take what is stored.
    func propertyEdits() -> [(file: ParsedFile, edits: [TextEdit])] {
        let homes = homes
        // The lines of new initializers, which come behind the last property of their type.
        var new = homes.filter { $0.value.initializers.own.isEmpty }.mapValues { $0.initializers.new($0.injections) }
        let last = properties.reversed().map { planned -> [String] in
            guard planned.injection?.parameter != nil else { return [] }
            return new.removeValue(forKey: Home(file: planned.file, owner: planned.property.place.owner)) ?? []
        }
        let stored = unread.reversed().map { storage in
            let lines = new.removeValue(forKey: Home(file: storage.home.file, owner: storage.home.owner))
            return (storage.home.file, edits(storage, initializer: lines ?? []))
        }
        return stored.reversed() + zip(properties, last.reversed()).map { ($0.file, edits($0, initializer: $1)) }
            + homes.values.map { ($0.initializers.file, $0.initializers.edits($0.injections)) }
    }

    private func edits(_ planned: PlannedProperty, initializer: [String]) -> [TextEdit] {
        let (place, service, file) = (planned.property.place, planned.service, planned.file)
        let isolation = IsolationReader(index: index).isolation(of: place.owner, in: file)
        let seen = isAbstract(place, in: file) ? choice?.service ?? service : service
        let edits = place.edits(
            for: planned.property.name,
            service: seen,
            ownerIsolation: planned.injection?.isBound == true ? seen.isolation : isolation,
            injection: planned.injection,
            initializer: initializer
        )
        let module = place.declaration == nil ? index.missing(typeOf: service, in: file) : nil
        let missing = module.flatMap { importEdit(of: $0, naming: index.outerName(ofType: service), in: file) }
        // The property of a file may stand where the imports end.
        return [missing].compactMap(\.self) + imports(for: edits, in: file) + edits
            + (planned.injection.map { styleImports($0, service, in: file) } ?? [])
    }

    /// Returns the edits of a stored property that no property of its type's own declaration reads.
    private func edits(_ storage: Storage, initializer: [String]) -> [TextEdit] {
        let (home, lines) = (storage.home, storage.injection.declaration)
        let all = lines + (initializer.isEmpty ? [] : [""] + initializer)
        let edits = [MemberInsertion(owner: home.owner, file: home.file).edit(all)]
        let provider = storage.provider.flatMap {
            importEdit(of: $0.module, naming: $0.name, as: "struct", in: home.file)
        }
        let type = storage.imported.flatMap { importEdit(of: $0.module, naming: $0.name, in: home.file) }
        return edits + imports(for: edits, in: home.file) + [provider, type].compactMap(\.self)
    }

    // MARK: Types that store instances

    private var written: [Storage] {
        storages.values.compactMap { try? $0.get() }.filter(\.isRead).sorted { $0.order < $1.order }
    }

    /// What is stored, and read from other declarations of the type only.
    private var unread: [Storage] { written.filter { !$0.isWritten } }

    /// The types whose initializers take instances.
    private var homes: [Home: (initializers: Initializers, injections: [Injection])] {
        Dictionary(grouping: written.filter { $0.injection.parameter != nil }) {
            Home(file: $0.home.file, owner: $0.home.owner)
        }.mapValues { storages in
            (Initializers(owner: storages[0].home.owner, file: storages[0].home.file), storages.map(\.injection))
        }
    }
}
