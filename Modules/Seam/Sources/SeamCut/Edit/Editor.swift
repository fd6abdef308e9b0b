import SeamKit

/// The fourth stage: writes what was placed as minimal edits of files.
///
/// Properties are written once all accessors that a type uses are known, and so are the initializers that take instances.
struct Editor {
    private var placement: Placement
    private let request: CutRequest
    private var imports: Imports

    private typealias FileEdits = (file: ParsedFile, edits: [TextEdit])

    /// Returns the files that change, in order of their paths.
    static func changes(of placement: Placement, _ request: CutRequest) -> [FileChange] {
        var editor = Editor(placement: placement, request: request, imports: Imports(index: request.index))
        return editor.changes()
    }

    private mutating func changes() -> [FileChange] {
        var edited: [String: FileEdits] = [:]
        let upgrades = placement.upgrades.map { (file: $0.file, edits: $0.edits) }
        let locals = placement.locals.map { (file: $0.file, edits: [$0.edit]) }
        // Values that move take the edits of the calls in them along.
        var passing = passingEdits()
        moveValues(with: &passing)
        let calls = Array(passing.values) + delegatingEdits()
        for (file, edits) in locals + readEdits() + captureEdits() + propertyEdits() + functionEdits() + calls
            + upgrades
        {
            edited[file.path, default: (file, [])].edits += edits
        }
        var changes = edited.values.map { file, edits in
            FileChange(path: file.path, bytes: file.bytes, edits: request.house.wrapped(edits, in: file))
        }
        if let choice = placement.choice, !changes.isEmpty { changes += choice.changes }
        return placement.carriers.adding(to: changes, &imports).sorted { $0.path < $1.path }
    }

    /// The edits of uses.
    private func readEdits() -> [FileEdits] {
        Dictionary(grouping: placement.reads, by: \.file.path).values.map { reads in
            var aligned = AlignedLines(file: reads[0].file)
            let dropped = reads.map(DroppedLocal.init)
            let edits = zip(reads, dropped).map { read, local in
                if let edit = local?.edit { return edit }
                var read = read
                if let name = dropped.lazy.compactMap({ $0?.name(for: read) }).first { read.expression = name }
                aligned.shift(behind: read.access, by: read.expression.count - read.access.code.count)
                return TextEdit(replacing: read.access, with: read.expression)
            }
            let renamed = zip(reads, dropped).flatMap { read, local in
                (local?.renamed ?? []).map { name in
                    aligned.shift(behind: name, by: read.expression.count - name.code.count)
                    return TextEdit(replacing: name, with: read.expression)
                }
            }
            return (reads[0].file, edits + renamed + aligned.edits)
        }
    }

    /// The edits of closures that capture what is read or passed in them.
    private func captureEdits() -> [FileEdits] {
        let read = placement.reads.compactMap { read in
            read.captured.map { (file: read.file, name: $0.name, closure: $0.closure) }
        }
        let passed = placement.passing.compactMap { call in
            call.closure.map { (file: call.construction.file, name: call.name, closure: $0) }
        }
        return Dictionary(grouping: read + passed, by: \.file.path).values.map { all in
            var captures = Captures()
            for (_, name, closure) in all { captures.add(name, to: closure) }
            return (all[0].file, captures.edits)
        }
    }

    /// The edits for parameters of functions.
    private mutating func functionEdits() -> [FileEdits] {
        placement.functions.map { taker, parameters in
            let edits = taker.edits(adding: parameters) ?? []
            let missing = parameters.compactMap(\.missing).compactMap { module, name in
                imports.edit(of: module, naming: name, in: taker.file)
            }
            return (taker.file, edits + missing + importsOfProtocol(for: edits, nil, in: taker.file))
        }
    }

    /// The edits of calls that pass on what the code around them takes.
    private func passingEdits() -> [String: FileEdits] {
        let calls = Dictionary(grouping: placement.passing) { $0.construction.file.path }
        return calls.mapValues { calls in
            let file = calls[0].construction.file
            var edits = PassingCall.edits(of: calls)
            let defaults = Dictionary(grouping: calls.compactMap(\.movedDefault), by: \.parameter).compactMap(
                \.value.first
            )
            let moved = defaults.flatMap { $0.edits(moving: &edits) }
            return (file, edits + moved)
        }
    }

    /// Moves the initial values that make what takes an instance into the initializers.
    private mutating func moveValues(with passing: inout [String: FileEdits]) {
        var left = Set(placement.passing.compactMap(\.moved))
        for (position, storage) in placement.storages.enumerated() where !left.isEmpty {
            let (owner, file) = (storage.home.owner, storage.home.file)
            let moved = left.intersection(owner.variables)
            left.subtract(moved)
            guard !moved.isEmpty, var edits = passing[file.path]?.edits else { continue }
            let values = MovedValues(owner: owner, file: file, index: request.index, instance: storage.instance)
            placement.storages[position].injection.moved = values.values(moving: moved, &edits)
            passing[file.path]?.edits = edits
        }
    }

    /// The edits for parameters of initializers that call others.
    private func delegatingEdits() -> [FileEdits] {
        placement.delegating.map { file, initializer, parameters in
            let texts = parameters.map { "\($0.text) = \($0.value ?? "nil")" }
            let clause = initializer.parameterList
            let layout = request.house.layout(of: file.path)
            let comments = ParameterComments(
                file: file,
                declaration: initializer.plainNode,
                others: initializer.parameters.map(\.innerName)
            )
            let edits = file.edits(adding: texts, to: clause, layout, before: initializer.block)
            return (file, edits + comments.edits(describing: parameters.map(\.name)))
        }
    }

    // MARK: Properties

    /// The edits of properties, of stored ones and of the initializers that take what is stored.
    private mutating func propertyEdits() -> [FileEdits] {
        let homes = homes
        // The lines of new initializers, which come behind the last property of their type.
        var new = homes.filter { $0.value.initializers.own.isEmpty }.mapValues { initializers, injections in
            let inherited = SuperInitializer(of: initializers.owner, in: request)
            let lines = initializers.new(injections, behind: inherited?.parameters ?? [])
            return inherited?.completing(lines, initializers.layout) ?? lines
        }
        let last = placement.properties.reversed().map { planned -> [String] in
            guard planned.injection?.parameter != nil else { return [] }
            let property = planned.property
            return new.removeValue(forKey: Storages.Home(of: property.place.owner, in: property.file)) ?? []
        }
        var stored: [FileEdits] = []
        // What no property of the type's own declaration reads.
        for storage in placement.storages.filter({ !$0.isWritten }).reversed() {
            let lines = new.removeValue(forKey: Storages.Home(of: storage.home.owner, in: storage.home.file))
            stored.append((storage.home.file, edits(of: storage, initializer: lines ?? [])))
        }
        var all = Array(stored.reversed())
        for (planned, lines) in zip(placement.properties, last.reversed()) {
            all.append((planned.property.file, edits(of: planned, initializer: lines)))
        }
        let readers = Set(placement.reads.compactMap(\.initializer))
        return all + homes.values.map { ($0.initializers.file, $0.initializers.edits($0.injections, readers: readers)) }
    }

    private mutating func edits(of planned: Placement.Property, initializer: [String]) -> [TextEdit] {
        let (index, property) = (request.index, planned.property)
        let file = property.file
        let edits = propertyEdits(of: planned, initializer: initializer).all
        let place = property.place
        let name = index.outerName(ofType: property.instance)
        // What nobody says needs no import. Its members are used already.
        let isSaid =
            planned.injection?.parameter != nil || edits.contains { AccessorNames.words($0.new).contains(name) }
        let module =
            place.declaration == nil && isSaid ? index.imports(of: file).missing(typeOf: property.instance) : nil
        let missing = module.flatMap { imports.edit(of: $0, naming: name, in: file) }
        // The property of a file may stand where the imports end.
        return [missing].compactMap(\.self) + importsOfProtocol(for: edits, planned.injection, in: file) + edits
            + (planned.injection.map {
                placement.carriers.importEdits(for: $0, of: property.instance, in: file, &imports)
            } ?? [])
    }

    private func propertyEdits(of planned: Placement.Property, initializer: [String] = []) -> PropertyEdits {
        let (property, choice) = (planned.property, placement.choice)
        let (place, file) = (property.place, property.file)
        let isAbstract = choice?.covers(place, in: file) == true
        let seen = isAbstract ? choice?.instance ?? property.instance : property.instance
        let (owner, home) = (planned.home?.owner ?? place.owner, planned.home?.file ?? file)
        let isolation = IsolationReader(index: request.index).isolation(of: owner, in: home)
        return PropertyEdits(
            place: place,
            name: property.name,
            instance: seen,
            isolation: planned.injection?.isBound == true ? seen.isolation : isolation,
            injection: planned.injection,
            initializer: initializer,
            isShared: planned.isShared || planned.home != nil,
            isElsewhere: planned.home != nil
        )
    }

    /// Returns the edits of a stored property that no property of its type's own declaration reads.
    private mutating func edits(of storage: Storages.Storage, initializer: [String]) -> [TextEdit] {
        let home = storage.home
        let insertion = MemberInsertion(owner: home.owner, file: home.file)
        let elsewhere = placement.properties.filter {
            $0.home?.owner == home.owner && $0.injection?.stored == storage.injection.stored
        }
        // Another file may have the same one.
        var reads: [String] = []
        for planned in elsewhere {
            guard let injection = planned.injection else { continue }
            let line = propertyEdits(of: planned).read(injection)
            if !reads.contains(line) { reads.append(line) }
        }
        let lines = storage.injection.declaration + reads
        let edits = insertion.edits(storing: lines, initializer: initializer) + storage.injection.edits
        let provider = storage.provider.flatMap {
            imports.edit(of: $0.module, naming: $0.name, as: "struct", in: home.file)
        }
        let isTaken = storage.injection.parameter != nil
        let said = Set(lines.flatMap(AccessorNames.words))
        let own = storage.imported.filter { isTaken || $0.name.isEmpty || said.contains($0.name) }
            .compactMap { imports.edit(of: $0.module, naming: $0.name, in: home.file) }
        return edits + importsOfProtocol(for: edits, storage.injection, in: home.file) + [provider].compactMap(\.self)
            + own
    }

    /// Returns the edit that imports the protocol's module where a caller gets a property.
    private mutating func importsOfProtocol(
        for edits: [TextEdit],
        _ injection: Injection?,
        in file: ParsedFile
    ) -> [TextEdit] {
        guard let choice = placement.choice, !edits.isEmpty || injection?.parameter != nil else { return [] }
        return imports.edit(of: choice.module, naming: choice.plan.name, as: "protocol", in: file).map { [$0] } ?? []
    }

    /// The types whose initializers take instances.
    private var homes: [Storages.Home: (initializers: Initializers, injections: [Injection])] {
        Dictionary(grouping: placement.storages.filter { $0.injection.parameter != nil }) {
            Storages.Home(of: $0.home.owner, in: $0.home.file)
        }.mapValues { storages in
            let (owner, file) = (storages[0].home.owner, storages[0].home.file)
            let layout = request.house.layout(of: file.path)
            return (Initializers(owner: owner, file: file, layout: layout), storages.map(\.injection))
        }
    }
}

/// The imports that files get, each once.
struct Imports {
    let index: CodeTree
    private var known: Set<String> = []

    init(index: CodeTree) { self.index = index }

    /// Returns the edit that imports a name of a module; nil if the file needs none.
    ///
    /// - Parameter kind: the word for an import of this name alone; nil if a declaration in the tree has it.
    mutating func edit(
        of module: String,
        naming name: String,
        as kind: String? = nil,
        in file: ParsedFile
    ) -> TextEdit? {
        guard module != index.module(ofFile: file.path), !file.imports(name, from: module) else { return nil }
        let text = index.imports(of: file).text(of: module, naming: name, kind: kind)
        return known.insert("\(file.path) \(text)").inserted ? file.edit(importing: text) : nil
    }
}

extension TextEdit {
    /// Replaces a node, without what stands around it.
    init(replacing node: some AnyCodeNode, with new: String) {
        self.init(offset: node.offset, old: node.code, new: new)
    }
}
