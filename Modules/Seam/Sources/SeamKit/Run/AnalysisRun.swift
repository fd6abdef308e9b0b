import Foundation

/// One run of an analysis: reads files, and passes their contents to the passes.
struct AnalysisRun: Sendable {
    private let root: String
    private let options: Analysis.Options
    private let progress: Analysis.Progress?

    init(root: String, options: Analysis.Options, progress: Analysis.Progress?) throws(AnalysisError) {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: root, isDirectory: &isFolder), isFolder.boolValue else {
            throw .noSuchFolder(root)
        }
        guard access(root, R_OK | X_OK) == 0 else { throw .unreadable(root) }
        self.root = root
        self.options = options
        self.progress = progress
    }

    func run() -> AnalysedTree {
        // Values lead to values, as deeply as the code uses aliases, and the stack of a worker is large enough for that.
        var tree = Workers.map(1, threads: 1, state: {}) { _, _ in whole() }[0]
        tree.map.limit(to: options.types)
        return tree
    }

    // MARK: Storing

    /// What a run has found out about a tree before it reads the files.
    private struct Inputs {
        var tree: SourceTree
        var paths: [String]
        var contents = Contents()
        var targets: Targets
        /// Has what earlier runs found, and stores what this one finds; nil for none.
        var store: TreeStore?
    }

    /// Returns the map of all singletons, either the stored one or one created from the stored facts of the files.
    private func whole() -> AnalysedTree {
        let tree = SourceTree(root: root, include: options.include, exclude: options.exclude)
        let paths = options.files.map { Array(Set($0)).sorted() } ?? tree.swiftFiles
        guard let cache = options.cache else {
            let targets = TargetReader(root: root).targets(in: tree, files: compiled(paths, in: tree))
            return map(of: Inputs(tree: tree, paths: paths, targets: targets)).tree
        }
        let store = TreeStore(cache: cache, root: options.place ?? root)
        defer { store.finish() }
        let read = Set(paths + tree.manifests + tree.projects + objectiveC(in: tree)).sorted()
        let old: Contents = store.value(.contents, key: store.key(of: .contents).hash) ?? Contents()
        let contents = Contents(of: read, root: root, old: old, pause: cache.pause, threads: options.workers)
        if !contents.isKnown(as: old) { store.keep(.contents, key: store.key(of: .contents).hash) { contents } }
        let (view, key) = (view, key(of: tree, paths: read, contents: contents, store: store))
        let known = { @Sendable in
            let targets = targets(of: tree, paths: paths, contents: contents, store: store)
            return Inputs(tree: tree, paths: paths, contents: contents, targets: targets, store: store)
        }
        if let map: CodeMap = store.value(.map, of: view, key: key) {
            return AnalysedTree(map: map) { graph(of: known()) }
        }

        let inputs = known()
        let (found, isExact) = map(of: inputs)
        // If files changed while they were read, the result is not stored.
        if isExact, inputs.targets.read.allSatisfy({ contents.hashes[$0.key] == $0.value }) {
            store.keep(.map, of: view, key: key) { found.map }
        }
        return found
    }

    /// The files of Objective-C that are read: none if the caller says which files to read.
    private func objectiveC(in tree: SourceTree) -> [String] { options.files == nil ? tree.objectiveC : [] }

    /// The files whose folders show which targets there are.
    private func compiled(_ paths: [String], in tree: SourceTree) -> [String] {
        tree.allPaths(of: paths + objectiveC(in: tree))
    }

    /// A hash of everything besides the files that affects a complete map. One map is stored for each combination of options.
    private var view: ContentHash {
        var key = ResultKey(TargetReader(root: root).rootName)
        key.add(options.include)
        key.add(options.exclude)
        key.add(options.files)
        key.add(options.frameworks ? "frameworks" : "")
        key.add(options.names.sorted())
        return key.hash
    }

    private func key(of tree: SourceTree, paths: [String], contents: Contents, store: TreeStore) -> ContentHash {
        var key = store.key(of: .map)
        for path in paths { key.add(path, contents: contents) }
        for skipped in tree.skipped { key.add([skipped.path, skipped.reason.rawValue]) }
        for problem in tree.problems { key.add([problem.path, problem.message]) }
        for (path, others) in tree.otherPaths.sorted(by: { $0.key < $1.key }) { key.add([path] + others) }
        key.add(tree.linked.sorted())
        return key.hash
    }

    /// Returns the targets, either the stored ones or those from the manifests and projects.
    private func targets(of tree: SourceTree, paths: [String], contents: Contents, store: TreeStore) -> Targets {
        let reader = TargetReader(root: root)
        var key = store.key(of: .targets)
        key.add(reader.rootName)
        for path in tree.manifests + tree.projects { key.add(path, contents: contents) }
        key.add(reader.folders(of: compiled(paths, in: tree)).sorted())
        key.add(tree.excluded.sorted())
        let hash = key.hash
        if let known: Targets = store.value(.targets, key: hash) { return known }
        let targets = reader.targets(in: tree, files: compiled(paths, in: tree))
        if targets.read.allSatisfy({ contents.hashes[$0.key] == $0.value }) {
            store.keep(.targets, key: hash) { targets }
        }
        return targets
    }

    // MARK: The map

    /// Creates the map. Also returns whether every file still had its known content.
    private func map(of inputs: Inputs) -> (tree: AnalysedTree, isExact: Bool) {
        let (tree, targets) = (inputs.tree, inputs.targets)
        var map = CodeMap(skipped: tree.skipped + targets.skipped, problems: tree.problems + targets.problems)
        var modules = targets.modules
        let (entries, isExact) = entries(of: inputs, modules: &modules, map: &map, progress: progress)
        var knowledge = knowledge(of: entries, modules: modules.modules)
        run(on: &knowledge, store: inputs.store)
        map.statistics.resolved = knowledge.results?.missing ?? entries.count
        let foreign = objectiveC(in: tree, knowledge: knowledge, modules: &modules, map: &map)
        fill(&map, entries: entries, modules: modules, knowledge: knowledge, foreign: foreign)
        return (AnalysedTree(map: map) { [graph = knowledge.graph] in CodeGraph(graph: graph) }, isExact)
    }

    /// Creates the graph alone, from the stored facts of the files. Files that have changed since are read again.
    private func graph(of inputs: Inputs) -> CodeGraph {
        Workers.map(1, threads: 1, state: {}) { _, _ in
            var (map, modules) = (CodeMap(), inputs.targets.modules)
            let (entries, _) = entries(of: inputs, modules: &modules, map: &map, progress: nil)
            var knowledge = knowledge(of: entries, modules: modules.modules)
            Passes.link(&knowledge)
            return CodeGraph(graph: knowledge.graph)
        }[0]
    }

    /// Reads the files, and says in the map which could not be read. Also returns whether every file had its known content.
    private func entries(
        of inputs: Inputs,
        modules: inout ModuleMap,
        map: inout CodeMap,
        progress: Analysis.Progress?
    ) -> (entries: [CompiledFile], isExact: Bool) {
        let (tree, hashes) = (inputs.tree, inputs.contents.hashes)
        let known = inputs.store.map { FactStore(store: $0) } ?? FactStore()
        let reader = RecordReader(
            root: root,
            threads: options.workers,
            include: options.include,
            known: known,
            keeps: inputs.store != nil,
            trees: options.trees
        )
        var entries: [CompiledFile] = []
        var isExact = true
        var records: [FileRecord] = []
        records.reserveCapacity(inputs.paths.count)
        for (path, outcome) in zip(
            inputs.paths,
            reader.read(inputs.paths, contents: inputs.contents, progress: progress)
        ) {
            switch outcome {
            case .problem(let problem):
                map.problems.append(problem)
                let mayPass = problem.kind == .time || problem.kind == .unreadable && hashes[path] != nil
                if mayPass { isExact = false }
            case .record(let record):
                if hashes[path] != record.sketch.hash { isExact = false }
                records.append(record)
                guard isRead(record, map: &map) else { continue }
                let entry = CompiledFile(
                    record: record,
                    modules: modules.modules(of: path, alsoFoundAt: tree.otherPaths[path] ?? []),
                    isLinked: tree.linked.contains(path)
                )
                entries.append(entry)
            }
        }
        if let store = inputs.store { known.keep(records, in: store) }
        return (entries, isExact)
    }

    /// Runs the passes with the results of earlier runs, and stores theirs if many are new.
    private func run(on knowledge: inout Knowledge, store: TreeStore?) {
        guard let store else { return Passes.run(on: &knowledge) }
        let key = store.key(of: .results).hash
        knowledge.results = store.value(.results, of: view, key: key) ?? FileResults()
        Passes.run(on: &knowledge)
        // A few files are looked through again sooner than all results are written.
        guard let results = knowledge.results, results.missing > min(16, results.files.count / 8) else { return }
        store.keep(.results, of: view, key: key) { results }
    }

    /// Returns whether a file is part of the map, and says in the map why it isn't.
    private func isRead(_ record: FileRecord, map: inout CodeMap) -> Bool {
        map.statistics.bytes += record.sketch.bytes
        map.statistics.lines += record.sketch.lines
        if record.facts != nil, !record.isKnown { map.statistics.parsed += 1 }
        if record.sketch.isGenerated, !options.include.contains(record.path) {
            map.skipped.append(Skipped(path: record.path, reason: .generated))
            return false
        }
        guard !record.sketch.isTooDeep else {
            map.problems.append(SourceParser.tooDeep(record.path))
            return false
        }
        return true
    }

    private func knowledge(of entries: [CompiledFile], modules: [Module]) -> Knowledge {
        Knowledge(facts: entries.filter { $0.record.facts != nil }, modules: modules, options: options)
    }

    /// A file of Objective-C with its uses, and the module that compiles it.
    private struct ObjectiveCFile {
        var file: SourceFile
        var module: Int
        var uses: [Use]
    }

    /// Returns the Objective-C files that use singletons of Swift.
    private func objectiveC(
        in tree: SourceTree,
        knowledge: Knowledge,
        modules: inout ModuleMap,
        map: inout CodeMap
    ) -> [ObjectiveCFile] {
        let paths = objectiveC(in: tree)
        guard !paths.isEmpty else { return [] }
        let finder = ObjectiveCUses(of: knowledge.singletons, reader: FileReader(), root: root)
        guard !finder.isEmpty else { return [] }
        let found = Workers.map(paths.count, threads: options.workers) {
            FileReader()
        } body: { [root] reader, index in
            reader.read(root + "/" + paths[index], limit: SourceLimits.listSize).map {
                finder.uses(in: $0, path: paths[index])
            }
        }
        var files: [ObjectiveCFile] = []
        for (path, found) in zip(paths, found) {
            guard let found else {
                map.problems.append(
                    SourceProblem(path: path, kind: .unreadable, message: "cannot be read, so its uses aren't known")
                )
                continue
            }
            guard let sketch = found.sketch else { continue }
            let module = modules.modules(of: path)[0]
            let home = modules.modules[module]
            var file = SourceFile(
                path: path,
                module: home.name,
                isTest: home.isTest,
                imports: [],
                directives: sketch.directives,
                contentHash: sketch.hash.hexadecimal
            )
            file.isUncompiled = home.origin == .folder && modules.hasTargets
            let uses = found.uses.map { use in
                var use = use
                (use.module, use.isTest) = (home.name, home.isTest)
                return use
            }
            files.append(ObjectiveCFile(file: file, module: module, uses: uses))
        }
        return files
    }

    private func fill(
        _ map: inout CodeMap,
        entries: [CompiledFile],
        modules: ModuleMap,
        knowledge: Knowledge,
        foreign: [ObjectiveCFile]
    ) {
        let inUse = Set(entries.flatMap(\.modules) + foreign.map(\.module))
        map.modules = modules.modules.indices.filter { inUse.contains($0) }.map { modules.modules[$0] }.sorted {
            ($0.name, $0.manifest, $0.folders.first ?? "") < ($1.name, $1.manifest, $1.folders.first ?? "")
        }
        map.files = entries.map { file(of: $0, modules: modules) }
        map.objectiveC = foreign.map(\.file)
        if !options.names.isEmpty { addMentions(to: &map, from: knowledge.graph) }
        for entry in entries {
            guard let facts = entry.record.facts, let error = facts.error else { continue }
            let line = facts.location(of: error).line
            map.problems.append(
                SourceProblem(path: entry.record.path, line: line, kind: .syntax, message: "does not parse")
            )
        }
        map.singletons = knowledge.singletons.sorted { ($0.name, $0.id) < ($1.name, $1.id) }
        map.uses = (knowledge.listedUses + foreign.flatMap(\.uses)).sorted(by: Self.isBefore)
        map.skipped.sort { $0.path < $1.path }
        map.problems.sort { ($0.path, $0.line) < ($1.path, $1.line) }
    }

    private func addMentions(to map: inout CodeMap, from graph: Graph) {
        let finder = MentionFinder(graph: graph, names: options.names)
        let numbers = Dictionary(
            graph.files.enumerated().map { ($0.element.path, $0.offset) },
            uniquingKeysWith: { first, _ in first }
        )
        for index in map.files.indices {
            guard let number = numbers[map.files[index].path] else { continue }
            map.files[index].mentions = finder.mentions(in: number)
            let reader = MentionReader(facts: graph.files[number].facts, types: options.names)
            map.files[index].declarations = reader.declarations()
        }
    }

    private static func isBefore(_ left: Use, _ right: Use) -> Bool {
        if left.file != right.file { return left.file < right.file }
        let places = ((left.line, left.column), (right.line, right.column))
        if places.0 != places.1 { return places.0 < places.1 }
        return (left.type, left.member, left.kind.rawValue, left.singleton, left.module)
            < (right.type, right.member, right.kind.rawValue, right.singleton, right.module)
    }

    private func file(of entry: CompiledFile, modules: ModuleMap) -> SourceFile {
        let home = modules.modules[entry.modules[0]]
        var file = SourceFile(
            path: entry.record.path,
            module: home.name,
            isTest: home.isTest,
            imports: entry.record.sketch.imports,
            directives: entry.record.sketch.directives,
            contentHash: entry.record.sketch.hash.hexadecimal
        )
        file.alsoIn = entry.modules.dropFirst().map { modules.modules[$0].name }
        file.isUncompiled = home.origin == .folder && modules.hasTargets
        file.isLinked = entry.isLinked
        return file
    }
}

extension ResultKey {
    fileprivate mutating func add(_ path: String, contents: Contents) {
        add(path)
        if let hash = contents.hashes[path] { add(hash) } else { add("unreadable") }
    }
}

extension CodeMap {
    /// Removes all singletons but those with one of these names, and their uses; removes none if there are no names.
    fileprivate mutating func limit(to names: [String]) {
        guard !names.isEmpty else { return }
        singletons.removeAll { singleton in !names.contains { singleton.isCalled($0) } }
        let left = Set(singletons.map(\.id))
        uses.removeAll { !left.contains($0.singleton) }
    }
}
