import Foundation

/// One run of an analysis: reads at its edges, and hands what it read to the passes.
///
/// A map of everything reads and parses each file once. One of some types parses the files that say a name which leads
/// to them, until no more such files are found; of the others an outline is enough.
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

    func run() -> CodeMap {
        // Values lead to values, as deep as people alias: the stack of a worker is made for that.
        Workers.map(1, threads: 1, state: {}) { _, _ in runHere() }[0]
    }

    private func runHere() -> CodeMap {
        let tree = SourceTree(root: root, include: options.include, exclude: options.exclude)
        let paths = options.files.map { Array(Set($0)).sorted() } ?? tree.swiftFiles
        guard let cache = options.cache else { return map(tree, paths, FactStore()).map }
        let name = resultName
        let read = paths + tree.manifests + tree.projects
        if cache.knows(name) {
            let map: CodeMap? = cache.value(name, key: key(tree, read, hashes(read)))
            if let map { return map }
        }
        let store = cache.value(storeName, key: storeKey) ?? FactStore()
        let (map, records) = map(tree, paths, store)
        // A map of some types leaves what is known of the others alone.
        if options.types.isEmpty, !store.isExactly(Set(records.map(\.sketch.hash))) {
            cache.keep(FactStore(records, old: store), storeName, key: storeKey)
        }
        // What changed while it was read is kept under no key.
        let hashes = hashes(read)
        let contents = Dictionary(zip(read, hashes), uniquingKeysWith: { first, _ in first })
        if map.files.allSatisfy({ contents[$0.path]??.hexadecimal == $0.contentHash }) {
            cache.keep(map, name, key: key(tree, read, hashes))
        }
        return map
    }

    // MARK: Keeping

    /// One result is kept for each tree and way to look at it.
    private var resultName: ContentHash {
        let place = URL(fileURLWithPath: root).standardizedFileURL.resolvingSymlinksInPath().path
        var key = ResultKey("map", place)
        key.add(options.include)
        key.add(options.exclude)
        key.add(options.files)
        key.add(options.types)
        key.add(options.frameworks ? "frameworks" : "")
        return key.hash
    }

    /// One store of facts is kept for each tree, whatever is looked at in it.
    private var storeName: ContentHash {
        ResultKey("facts", URL(fileURLWithPath: root).standardizedFileURL.resolvingSymlinksInPath().path).hash
    }

    private var storeKey: ContentHash { ResultKey("facts", options.cache?.version ?? "").hash }

    private func key(_ tree: SourceTree, _ paths: [String], _ hashes: [ContentHash?]) -> ContentHash {
        var key = ResultKey("map", options.cache?.version ?? "")
        key.add(resultName)
        for (path, hash) in zip(paths, hashes) {
            key.add(path)
            if let hash { key.add(hash) } else { key.add("unreadable") }
        }
        for skipped in tree.skipped { key.add([skipped.path, skipped.reason.rawValue]) }
        for problem in tree.problems { key.add([problem.path, problem.message]) }
        return key.hash
    }

    /// The hash of each file's bytes; nil for those that cannot be read.
    private func hashes(_ paths: [String]) -> [ContentHash?] {
        let root = root
        return Workers.map(paths.count, threads: options.workers) {
            FileReader()
        } body: { reader, index in
            reader.read(root + "/" + paths[index]).map { ContentHash($0) }
        }
    }

    // MARK: The map

    /// A file of the tree with the modules that compile it.
    private struct Entry {
        var record: FileRecord
        var modules: [Int]
    }

    private func map(
        _ tree: SourceTree,
        _ paths: [String],
        _ store: FactStore
    ) -> (map: CodeMap, records: [FileRecord]) {
        var map = CodeMap(skipped: tree.skipped, problems: tree.problems)
        var modules = TargetReader(root: root).modules(tree, files: paths, problems: &map.problems)
        var asked = AskedTypes(options.types)
        let reader = RecordReader(root: root, threads: options.workers, known: store)
        var entries: [Entry] = []
        for outcome in reader.read(paths, saying: asked.words, progress: progress) {
            switch outcome {
            case .problem(let problem): map.problems.append(problem)
            case .record(let record): add(record, to: &entries, &map, &modules)
            }
        }
        let knowledge = know(&entries, modules.modules, reader, &asked, &map)
        fill(&map, entries, modules, knowledge)
        return (map, entries.map(\.record))
    }

    private func add(_ record: FileRecord, to entries: inout [Entry], _ map: inout CodeMap, _ modules: inout ModuleMap)
    {
        map.statistics.bytes += record.sketch.bytes
        map.statistics.lines += record.sketch.lines
        if record.facts != nil, !record.isKnown { map.statistics.parsed += 1 }
        if record.sketch.isGenerated, !options.include.contains(record.path) {
            map.skipped.append(Skipped(path: record.path, reason: .generated))
            return
        }
        guard record.sketch.depth <= SourceLimits.depth else {
            map.problems.append(Self.tooDeep(record.path))
            return
        }
        entries.append(Entry(record: record, modules: modules.modules(of: record.path)))
    }

    private static func tooDeep(_ path: String) -> SourceProblem {
        SourceProblem(path: path, kind: .depth, message: "nested or chained too deeply to be parsed")
    }

    /// Runs the passes; parses more files first where types are asked for.
    private func know(
        _ entries: inout [Entry],
        _ modules: [Module],
        _ reader: RecordReader,
        _ asked: inout AskedTypes,
        _ map: inout CodeMap
    ) -> Knowledge {
        var knowledge = knowledge(entries, modules)
        guard !asked.isEmpty else {
            Passes.run(&knowledge)
            return knowledge
        }
        // Each round parses a file at least, and there are only so many.
        while true {
            Passes.run(&knowledge, through: .globals)
            asked.follow(knowledge)
            guard parseMore(&entries, reader, &asked, knowledge, &map) else { break }
            knowledge = self.knowledge(entries, modules)
        }
        Passes.run(&knowledge, after: .globals)
        return knowledge
    }

    private func knowledge(_ entries: [Entry], _ modules: [Module]) -> Knowledge {
        let facts = entries.compactMap { entry in
            entry.record.facts.map {
                FactsOfFile(
                    path: entry.record.path,
                    modules: entry.modules,
                    imports: entry.record.sketch.imports.map(\.module),
                    facts: $0
                )
            }
        }
        return Knowledge(facts: facts, modules: modules, options: options)
    }

    /// Parses the files that say a new name or declare a type that would help to decide; false if there are none.
    private func parseMore(
        _ entries: inout [Entry],
        _ reader: RecordReader,
        _ asked: inout AskedTypes,
        _ knowledge: Knowledge,
        _ map: inout CodeMap
    ) -> Bool {
        let (words, pairs) = asked.takeNew()
        let wanted = Set(knowledge.wanted.map { nameHash(knowledge.graph.symbols.text($0)) })
        let open = entries.indices.filter { entries[$0].record.facts == nil }
        let declares = open.map { entries[$0].record.sketch.declares(anyOf: wanted) }
        guard !words.isEmpty || !pairs.isEmpty || declares.contains(true) else { return false }
        let found = reader.parse(open.map { entries[$0].record.path }) { file in
            declares[file.index] || words.contains { file.says($0) }
                || pairs.contains { file.says($0.0) && file.says($0.1) }
        }
        var hasNew = false
        for (index, record) in zip(open, found) {
            guard let record else { continue }
            entries[index].record = record
            guard record.facts != nil else {
                map.problems.append(Self.tooDeep(record.path))
                entries[index].record.facts = FileFacts()
                continue
            }
            if !record.isKnown { map.statistics.parsed += 1 }
            hasNew = true
        }
        return hasNew
    }

    private func fill(_ map: inout CodeMap, _ all: [Entry], _ modules: ModuleMap, _ knowledge: Knowledge) {
        let entries = all.filter { $0.record.sketch.depth <= SourceLimits.depth }
        let inUse = Set(entries.flatMap(\.modules))
        map.modules = modules.modules.indices.filter { inUse.contains($0) }.map { modules.modules[$0] }.sorted {
            ($0.name, $0.manifest, $0.folders.first ?? "") < ($1.name, $1.manifest, $1.folders.first ?? "")
        }
        map.files = entries.map { file($0, modules) }
        for entry in entries {
            guard let line = entry.record.facts?.errorLine, line > 0 else { continue }
            map.problems.append(
                SourceProblem(path: entry.record.path, line: Int(line), kind: .syntax, message: "does not parse")
            )
        }
        map.singletons = knowledge.singletons.filter { singleton in
            options.types.isEmpty || options.types.contains { singleton.isCalled($0) }
        }
        .sorted { ($0.name, $0.id) < ($1.name, $1.id) }
        let wanted = Set(map.singletons.map(\.id))
        map.uses = knowledge.listedUses.filter { wanted.contains($0.singleton) }.sorted(by: Self.isBefore)
        map.skipped.sort { $0.path < $1.path }
        map.problems.sort { ($0.path, $0.line) < ($1.path, $1.line) }
    }

    private static func isBefore(_ left: Use, _ right: Use) -> Bool {
        if left.file != right.file { return left.file < right.file }
        let places = ((left.line, left.column), (right.line, right.column))
        if places.0 != places.1 { return places.0 < places.1 }
        return (left.type, left.member, left.kind.rawValue, left.singleton, left.module)
            < (right.type, right.member, right.kind.rawValue, right.singleton, right.module)
    }

    private func file(_ entry: Entry, _ modules: ModuleMap) -> SourceFile {
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
        return file
    }
}

/// How deep a file may go and still be parsed.
enum SourceLimits {
    /// Levels, or tokens of one statement. Far above what people write, far below what the stack of a worker holds.
    static let depth = 20_000
    /// Square brackets, or generic attributes, within each other. The parser looks ahead over them again and again:
    /// each level takes it nearly twice the time of the one before.
    static let lookahead = 12
}
