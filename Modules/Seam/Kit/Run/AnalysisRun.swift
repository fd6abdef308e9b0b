import Foundation
import Synchronization

/// One run of an analysis: reads at its edges, and hands what it read from one pure step to the next.
///
/// 1. Walk the tree. 2. Sketch every file by its bytes. 3. Parse what may declare a singleton. 4. Parse what says
/// its name. 5. Decide. 6. Find the uses. Where types are asked for, only files that say a name that leads to them are
/// sketched; of the others an outline is enough.
struct AnalysisRun {
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

    /// A file that was sketched, or could not be.
    private enum Scanned: Sendable {
        case sketch(Sketch)
        case problem(SourceProblem)
    }

    /// A file of the tree with what is known of it.
    private struct Entry {
        var path: String
        var module: Int
        var sketch: Sketch
        var facts: FileFacts?
    }

    func run() -> CodeMap {
        let tree = SourceTree(root: root, include: options.include, exclude: options.exclude)
        let paths = options.files.map { Array(Set($0)).sorted() } ?? tree.swiftFiles
        guard let cache = options.cache else { return map(tree, paths) }
        let name = resultName
        let read = paths + tree.manifests + tree.projects
        if cache.knows(name) {
            let map: CodeMap? = cache.value(name, key: key(tree, read, hashes(read)))
            if let map { return map }
        }
        let map = map(tree, paths)
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

    private func map(_ tree: SourceTree, _ paths: [String]) -> CodeMap {
        var map = CodeMap(skipped: tree.skipped, problems: tree.problems)
        var modules = readModules(tree, files: paths, problems: &map.problems)
        var entries: [Entry] = []
        for (path, scanned) in zip(paths, scan(paths)) {
            switch scanned {
            case .problem(let problem): map.problems.append(problem)
            case .sketch(let sketch):
                map.statistics.bytes += sketch.bytes
                map.statistics.lines += sketch.lines
                if sketch.isGenerated, !options.include.contains(path) {
                    map.skipped.append(Skipped(path: path, reason: .generated))
                    continue
                }
                if sketch.depth > SourceLimits.depth {
                    map.problems.append(Self.tooDeep(path))
                    continue
                }
                entries.append(Entry(path: path, module: modules.module(of: path), sketch: sketch))
            }
        }
        let names = modules.modules.map(\.name)
        var (program, decisions, singletons) = decide(&entries, moduleNames: names, map: &map)
        let uses = findUses(entries, program: program, decisions: &decisions, modules: modules.modules, &singletons)
        entries.removeAll { $0.sketch.depth > SourceLimits.depth }
        fill(&map, entries: entries, modules: modules.modules, uses: uses, singletons: singletons)
        program = Program(files: [], moduleNames: [])
        return map
    }

    private static func tooDeep(_ path: String) -> SourceProblem {
        SourceProblem(path: path, kind: .depth, message: "nested or chained too deeply to be parsed")
    }

    // MARK: Reading

    private func readModules(_ tree: SourceTree, files: [String], problems: inout [SourceProblem]) -> ModuleMap {
        let reader = FileReader()
        var packages: [(path: String, manifest: PackageManifest)] = []
        let byDepth = tree.manifests.sorted {
            let depths = ($0.count { $0 == "/" }, $1.count { $0 == "/" })
            return depths.0 == depths.1 ? $0 < $1 : depths.0 < depths.1
        }
        for path in byDepth {
            guard let bytes = reader.read(absolute(path)), Self.depth(of: bytes) <= SourceLimits.depth else {
                problems.append(SourceProblem(path: path, kind: .manifest, message: "cannot read this manifest"))
                continue
            }
            packages.append((path, PackageManifest(parsing: bytes)))
        }
        var projects: [(path: String, project: XcodeProject)] = []
        for path in tree.projects {
            if let bytes = reader.read(absolute(path)), let project = XcodeProject(parsing: bytes) {
                projects.append((path, project))
            } else {
                problems.append(
                    SourceProblem(path: path, kind: .manifest, message: "cannot understand this project")
                )
            }
        }
        var folders: Set<String> = []
        for file in files {
            var folder = RelativePath.folder(of: file)
            while !folder.isEmpty, folders.insert(folder).inserted { folder = RelativePath.folder(of: folder) }
        }
        return ModuleMap(
            rootName: URL(fileURLWithPath: root).standardizedFileURL.lastPathComponent,
            packages: packages,
            projects: projects,
            folders: folders
        )
    }

    private static func depth(of bytes: UnsafeBufferPointer<UInt8>) -> Int {
        var names = NameSet()
        return ByteScanner.sketch(bytes, names: &names).depth
    }

    private func absolute(_ path: String) -> String { root + "/" + path }

    /// What a thread keeps from file to file.
    private struct Bench {
        var reader = FileReader()
        var names = NameSet(capacity: 1 << 12)
    }

    private func scan(_ paths: [String]) -> [Scanned] {
        let root = root
        let words = askedWords.map { Array($0.utf8) }
        let done = progress.map { ProgressCount(total: paths.count, report: $0) }
        return Workers.map(paths.count, threads: options.workers) {
            Bench()
        } body: { bench, index in
            defer { done?.advance() }
            let path = paths[index]
            guard let bytes = bench.reader.read(root + "/" + path) else {
                return .problem(SourceProblem(path: path, kind: .unreadable, message: "cannot read this file"))
            }
            if let offset = UTF8Check.firstError(in: bytes) {
                let line = bytes[..<offset].count { $0 == Byte.newline } + 1
                return .problem(SourceProblem(path: path, line: line, kind: .encoding, message: "not UTF-8"))
            }
            guard words.isEmpty || words.contains(where: { ByteSearch.mentions($0, in: bytes) }) else {
                return .sketch(ByteScanner.outline(bytes, names: &bench.names))
            }
            return .sketch(ByteScanner.sketch(bytes, names: &bench.names))
        }
    }

    /// Sketches those of the files of which there is an outline, if they say one of the words; nil for any of them.
    private func sharpen(
        _ wanted: some Sequence<Int>,
        _ entries: inout [Entry],
        saying words: [[UInt8]]? = nil,
        map: inout CodeMap
    ) {
        let indices = wanted.filter { entries[$0].sketch.isOutline }
        guard !indices.isEmpty, words?.isEmpty != true else { return }
        let paths = indices.map { entries[$0].path }
        let root = root
        let sketches = Workers.map(paths.count, threads: options.workers) {
            Bench()
        } body: { bench, index -> Sketch? in
            // A file that vanished since it was outlined says nothing.
            guard let bytes = bench.reader.read(root + "/" + paths[index]) else { return nil }
            if let words, !words.contains(where: { ByteSearch.mentions($0, in: bytes) }) { return nil }
            return ByteScanner.sketch(bytes, names: &bench.names)
        }
        for (index, sketch) in zip(indices, sketches) {
            guard let sketch else { continue }
            entries[index].sketch = sketch
            guard sketch.depth > SourceLimits.depth else { continue }
            map.problems.append(Self.tooDeep(entries[index].path))
            entries[index].facts = FileFacts()
        }
    }

    /// Parses files that have no facts yet.
    private func parse(_ wanted: [Int], _ entries: inout [Entry], map: inout CodeMap) {
        sharpen(wanted, &entries, map: &map)
        let indices = wanted.filter { entries[$0].facts == nil }
        guard !indices.isEmpty else { return }
        let paths = indices.map { entries[$0].path }
        let root = root
        let parsed = Workers.map(paths.count, threads: options.workers) {
            FileReader()
        } body: { reader, index in
            // A file that vanished since it was sketched says nothing.
            reader.read(root + "/" + paths[index]).map { FileFacts(parsing: $0) } ?? FileFacts()
        }
        for (index, facts) in zip(indices, parsed) { entries[index].facts = facts }
        map.statistics.parsed += indices.count
    }

    // MARK: Deciding

    private func decide(
        _ entries: inout [Entry],
        moduleNames: [String],
        map: inout CodeMap
    ) -> (Program, Decisions, [Singleton]) {
        var interest = Interest(askedWords)
        if interest.hashes.isEmpty {
            parse(declaring(entries), &entries, map: &map)
            var finder = SingletonFinder(program: program(entries, moduleNames), options: options)
            for _ in 0..<3 {
                let parsed = map.statistics.parsed
                let unread = Set(finder.unreadTypes().map { Self.lastName($0) })
                parse(declaring(unread, &entries, map: &map), &entries, map: &map)
                guard map.statistics.parsed > parsed else { break }
                finder = SingletonFinder(program: program(entries, moduleNames), options: options)
            }
            interest.hashes = finder.interest()
        } else {
            parse(aroundAsked(&entries, map: &map), &entries, map: &map)
        }
        let frameworks = options.frameworks ? FrameworkSingleton.all.filter { isAsked($0.type) } : []
        interest.pairs = frameworks.map { (nameHash($0.type), nameHash($0.accessor)) }
        // The first look at each file was for these.
        var searched = askedWords
        // Names lead to further names: aliases of a type, subclasses, properties that hold an instance.
        for _ in 0..<6 {
            if !asked.isEmpty {
                let words = interest.words.subtracting(searched)
                searched.formUnion(words)
                // Many words cost more to look for than all names to read.
                let isFew = words.count <= Self.wordLimit
                sharpen(entries.indices, &entries, saying: isFew ? words.map { Array($0.utf8) } : nil, map: &map)
            }
            let wanted = entries.indices.filter { index in
                guard entries[index].facts == nil else { return false }
                let sketch = entries[index].sketch
                return (sketch.saysShared && asked.isEmpty) || sketch.mentions(anyOf: interest.hashes)
                    || interest.pairs.contains { sketch.mentions($0.0) && sketch.mentions($0.1) }
            }
            parse(wanted, &entries, map: &map)
            let program = program(entries, moduleNames)
            var finder = SingletonFinder(program: program, options: options)
            let decisions = finder.run()
            let before = interest.count
            follow(program, decisions, &interest)
            guard interest.count > before else { return (program, decisions, finder.singletons) }
        }
        let program = program(entries, moduleNames)
        var finder = SingletonFinder(program: program, options: options)
        let decisions = finder.run()
        return (program, decisions, finder.singletons)
    }

    /// The names of the types that were asked for, without what they are in; none where a global was asked for too,
    /// which may hold any type.
    private var askedWords: Set<String> {
        let words = options.types.map { Self.lastWord(String($0.prefix { $0 != "@" })) }
        return words.allSatisfy { $0.first?.isUppercase == true } ? Set(words) : []
    }

    /// Hashes of those names.
    private var asked: Set<UInt32> { Set(askedWords.map { nameHash($0) }) }

    /// More words than this are not looked for one by one.
    private static let wordLimit = 8

    /// Names that lead to singletons.
    private struct Interest {
        var hashes: Set<UInt32>
        /// Two names that do so together: a type and its member.
        var pairs: [(UInt32, UInt32)] = []
        /// Words of which a file has one if it has a name or a pair of those above; not kept for the whole map.
        var words: Set<String>
        private var known: Set<UInt64> = []

        init(_ words: Set<String>) {
            self.words = words
            hashes = Set(words.map { nameHash($0) })
        }

        var count: Int { hashes.count + pairs.count }

        mutating func insert(_ word: String) {
            if hashes.insert(nameHash(word)).inserted { words.insert(word) }
        }

        mutating func insert(_ type: String, _ member: String) {
            let pair = (nameHash(type), nameHash(member))
            if known.isEmpty { known = Set(pairs.map { UInt64($0.0) << 32 | UInt64($0.1) }) }
            guard known.insert(UInt64(pair.0) << 32 | UInt64(pair.1)).inserted else { return }
            pairs.append(pair)
            // Types have many members, and few members have the name that a service is kept under.
            words.insert(member)
        }
    }

    private func isAsked(_ type: String) -> Bool {
        asked.isEmpty || asked.contains(Self.lastName(type))
    }

    /// Files that declare what the asked types are made of and call: whether a static is a singleton depends on it. What
    /// some file adds to a type from outside the tree is no part of anything (ADR 60).
    private func aroundAsked(_ entries: inout [Entry], map: inout CodeMap) -> [Int] {
        let own = Set(
            entries.lazy.flatMap(\.sketch.declarations).filter { $0.kind != .extensionOf }.map(\.name)
        )
        var names = asked
        for _ in 0..<2 {
            let declaring = declaring(names, &entries, map: &map)
            parse(declaring, &entries, map: &map)
            for index in declaring {
                for name in entries[index].facts?.names ?? [] where name.first?.isUppercase == true {
                    let name = Self.lastName(name)
                    if own.contains(name) { names.insert(name) }
                }
            }
        }
        return declaring(names, &entries, map: &map)
    }

    /// Files that declare or extend a type of one of these names.
    private func declaring(_ names: Set<UInt32>, _ entries: inout [Entry], map: inout CodeMap) -> [Int] {
        let mayDeclare = entries.indices.filter { entries[$0].sketch.declares(anyOf: names) }
        sharpen(mayDeclare, &entries, map: &map)
        return mayDeclare.filter { entries[$0].sketch.declares(anyOf: names) }
    }

    /// Files whose statics and globals may be singletons.
    private func declaring(_ entries: [Entry]) -> [Int] {
        var declared: Set<UInt32> = []
        for entry in entries {
            for declaration in entry.sketch.declarations where declaration.kind != .enumType {
                if declaration.kind != .extensionOf { declared.insert(declaration.name) }
            }
        }
        return entries.indices.filter { index in
            entries[index].sketch.slots.contains { slot in
                slot.isOwnType || slot.isVariable || slot.types.contains { declared.contains($0) }
            }
        }
    }

    private func program(_ entries: [Entry], _ moduleNames: [String]) -> Program {
        Program(
            files: entries.compactMap { entry in
                entry.facts.map {
                    Program.File(
                        path: entry.path,
                        module: entry.module,
                        imports: Set(entry.sketch.imports.map(\.module)),
                        facts: $0
                    )
                }
            },
            moduleNames: moduleNames
        )
    }

    /// Adds the names by which the decided singletons can be reached from files that were not parsed yet.
    private func follow(
        _ program: Program,
        _ decisions: Decisions,
        _ interest: inout Interest
    ) {
        var reached: Set<Program.TypeID> = []
        let followed = Set(decisions.singletons.indices.filter { isAsked(decisions.singletons[$0].name) })
        for found in followed.map({ decisions.singletons[$0] }) {
            if let type = found.type {
                reached.insert(type)
                if found.shape == .instance || found.shape == .function || found.shape == .locator {
                    interest.insert(Self.lastWord(program.types[type].path))
                }
            }
        }
        for type in reached {
            for derived in program.subtypes[type] ?? [] {
                interest.insert(Self.lastWord(program.types[derived].path))
            }
        }
        for (path, targets) in program.aliases {
            for target in targets {
                let name = target.target.split(separator: ".").last.map(String.init) ?? target.target
                let isKnown =
                    program.lookupType(target.target, file: target.file, enclosing: program.enclosing(path)).map {
                        reached.contains($0.type)
                    } ?? (FrameworkSingleton.byType[name] != nil && isAsked(name))
                if isKnown { interest.insert(Self.lastWord(path)) }
            }
        }
        var resolver = Resolver(program: program, decisions: decisions)
        for carrier in resolver.carriers(of: followed) {
            if let type = carrier.type {
                interest.insert(Self.lastWord(type), carrier.name)
            } else {
                interest.insert(carrier.name)
            }
        }
    }

    /// A type's own name; types in bodies are told apart by a number that no source says.
    private static func lastWord(_ path: String) -> String {
        String((path.split(separator: ".").last ?? path[...]).prefix { $0 != "#" })
    }

    /// Its hash.
    private static func lastName(_ path: String) -> UInt32 { nameHash(lastWord(path)) }

    // MARK: Uses

    private func findUses(
        _ entries: [Entry],
        program: Program,
        decisions: inout Decisions,
        modules: [Module],
        _ singletons: inout [Singleton]
    ) -> [Use] {
        let isTest = program.files.map { modules[$0.module].isTest }
        let settled = decisions
        let found = Workers.map(program.files.count, threads: options.workers) {
            UseFinder(program: program, decisions: settled)
        } body: { finder, index in
            finder.uses(in: index, isTest: isTest[index])
        }
        var results = found.flatMap { $0 }
        // Variables at the top level of main.swift are globals only where declarations use them.
        results.removeAll { result in
            let singleton = settled.singletons[result.singleton]
            guard singleton.shape == .global || singleton.shape == .world else { return false }
            return RelativePath.name(of: result.use.file) == "main.swift" && result.use.enclosingType.isEmpty
                && result.use.enclosingFunction.isEmpty
        }
        let used = Set(results.map(\.singleton))
        var kept: [Singleton] = []
        var places: [Int: Int] = [:]
        for (index, singleton) in singletons.enumerated() {
            switch singleton.shape {
            case .framework, .elsewhere: if !used.contains(index) { continue }
            case .global, .world:
                if RelativePath.name(of: singleton.file) == "main.swift", !used.contains(index) { continue }
            case .locator:
                // A type with instances is a locator only to whoever reaches its statics.
                if !used.contains(index), let type = settled.singletons[index].type, !program.isNamespace(type) {
                    continue
                }
            case .instance, .function: break
            }
            places[index] = kept.count
            kept.append(singleton)
            if let type = settled.singletons[index].type {
                let insides = program.insides(of: type)
                // A singleton's way in is not what it is made of.
                let accessors = singleton.shape == .locator ? [] : settled.ownAccessors[index] ?? []
                kept[kept.count - 1].state = insides.state.filter { !accessors.contains($0) }
                kept[kept.count - 1].touches = insides.touches.compactMapValues { touched in
                    let others = touched.filter { !accessors.contains($0) }
                    return others.isEmpty ? nil : others
                }
            }
        }
        Singleton.distinguish(&kept)
        singletons = kept
        return results.compactMap { result in
            guard let place = places[result.singleton] else { return nil }
            var use = result.use
            use.singleton = kept[place].id
            return use
        }
    }

    private func fill(
        _ map: inout CodeMap,
        entries: [Entry],
        modules: [Module],
        uses: [Use],
        singletons: [Singleton]
    ) {
        let inUse = Set(entries.map(\.module))
        map.modules = modules.indices.filter { inUse.contains($0) }.map { modules[$0] }.sorted {
            ($0.name, $0.manifest, $0.folders.first ?? "") < ($1.name, $1.manifest, $1.folders.first ?? "")
        }
        map.files = entries.map { entry in
            SourceFile(
                path: entry.path,
                module: modules[entry.module].name,
                isTest: modules[entry.module].isTest,
                imports: entry.sketch.imports,
                directives: entry.sketch.directives,
                contentHash: entry.sketch.hash.hexadecimal
            )
        }
        for entry in entries {
            if let line = entry.facts?.errorLine, line > 0 {
                map.problems.append(
                    SourceProblem(path: entry.path, line: Int(line), kind: .syntax, message: "does not parse")
                )
            }
        }
        map.singletons = merged(singletons).filter { singleton in
            options.types.isEmpty || options.types.contains { singleton.isCalled($0) }
        }
        .sorted { ($0.name, $0.id) < ($1.name, $1.id) }
        let wanted = Set(map.singletons.map(\.id))
        map.uses = uses.filter { wanted.contains($0.singleton) }
            .sorted {
                ($0.file, $0.line, $0.column, $0.type, $0.member) < (
                    $1.file, $1.line, $1.column, $1.type, $1.member
                )
            }
        map.skipped.sort { $0.path < $1.path }
        map.problems.sort { ($0.path, $0.line) < ($1.path, $1.line) }
    }

    /// Framework types and those from elsewhere with several accessors are one singleton.
    private func merged(_ singletons: [Singleton]) -> [Singleton] {
        var result: [Singleton] = []
        var known: [String: Int] = [:]
        for singleton in singletons {
            if singleton.file.isEmpty, let index = known[singleton.id] {
                result[index].accessors.append(contentsOf: singleton.accessors)
                result[index].accessors.sort { $0.name < $1.name }
            } else {
                if singleton.file.isEmpty { known[singleton.id] = result.count }
                result.append(singleton)
            }
        }
        return result
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

/// Counts files for a report of progress.
private final class ProgressCount: Sendable {
    private let done = Mutex(0)
    private let total: Int
    private let report: Analysis.Progress

    init(total: Int, report: @escaping Analysis.Progress) {
        self.total = total
        self.report = report
    }

    func advance() {
        let now = done.withLock { done in
            done += 1
            return done
        }
        if now % 256 == 0 || now == total { report(now, total) }
    }
}

/// Tells whether bytes are UTF-8.
enum UTF8Check {
    /// Offset of the first byte that is not; nil where all are.
    static func firstError(in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
        var position = 0
        let raw = UnsafeRawBufferPointer(bytes)
        while position < bytes.count {
            if position + 8 <= bytes.count,
                raw.loadUnaligned(fromByteOffset: position, as: UInt64.self) & 0x8080_8080_8080_8080 == 0
            {
                position += 8
                continue
            }
            let byte = bytes[position]
            guard byte >= 0x80 else {
                position += 1
                continue
            }
            let length: Int
            var low: UInt8 = 0x80
            var high: UInt8 = 0xBF
            switch byte {
            case 0xC2...0xDF: length = 2
            case 0xE0:
                length = 3
                low = 0xA0
            case 0xED:
                length = 3
                high = 0x9F
            case 0xE1...0xEF: length = 3
            case 0xF0:
                length = 4
                low = 0x90
            case 0xF4:
                length = 4
                high = 0x8F
            case 0xF1...0xF3: length = 4
            default: return position
            }
            guard position + length <= bytes.count, bytes[position + 1] >= low, bytes[position + 1] <= high else {
                return position
            }
            for offset in 2..<max(2, length) where bytes[position + offset] & 0xC0 != 0x80 { return position }
            position += length
        }
        return nil
    }
}
