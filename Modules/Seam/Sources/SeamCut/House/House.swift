import SeamKit
import Synchronization

/// How the code of a tree is written, as far as code that is added follows it.
///
/// It is learned from the files that use the singleton: there it is that something is added.
struct House: Sendable {
    private let index: CodeTree
    private let sample: [Part]
    private let limit: Int
    /// How the heads of functions are written in each module.
    private let heads: [String: Layout.Heads]
    private let memory = Memory()

    /// So many initializers with an accessor as a default make a habit of it.
    static let few = 5

    /// How dependencies are written, by module and accessor.
    private final class Memory: Sendable {
        let spellings = Mutex<[String: Spelling]>([:])
    }

    /// How a dependency is written.
    struct Spelling: Sendable {
        /// Whether a default argument says the type: `store: Store = Store.shared`.
        var saysType: Bool
        /// Whether people let callers read the accessor when these are made, in more than a few places.
        var isEarly: Bool
        /// The type that most initializers with a default argument for it say; nil if only one does.
        var type: TypeStructure?
    }

    /// A file of the sample.
    private struct Part: Sendable {
        let module: String
        let heads: Layout.Heads
        let owners: [Declaration]
    }

    /// Learns from files.
    ///
    /// - Parameter paths: the files with uses outside of tests.
    init(index: CodeTree, learningFrom paths: [String]) {
        self.index = index
        let files = paths.compactMap(index.file).filter { !$0.hasError }
        var lines = Layout.Lines()
        for file in files { lines.add(file.bytes) }
        limit = lines.limit
        sample = files.map { file in
            var heads = Layout.Heads()
            heads.add(file.bytes)
            let owners = file.document.types.filter { $0.kind != .typeAlias }
            return Part(module: index.module(ofFile: file.path), heads: heads, owners: owners)
        }
        heads = Dictionary(grouping: sample, by: \.module).mapValues { $0.map(\.heads).reduce(Layout.Heads(), +) }
    }

    // MARK: - Lines

    /// Returns how lines of a file are written. Its own indentation comes before that of its configuration, and its own way to write
    /// the heads of functions before that of its module.
    func layout(of path: String) -> Layout {
        let own = index.bytes(path).flatMap(Layout.indentation)
        var setting = FormatFiles { [index] in index.sources.text(ofSetting: $0) }.setting(of: path)
        if setting.isImplied, limit > setting.limit ?? limit { setting.limit = nil }
        var layout = Layout(limit: setting.limit ?? limit, indentation: own ?? setting.indentation ?? "    ")
        layout.omitsSelf = setting.omitsSelf
        var heads = Layout.Heads()
        if let bytes = index.bytes(path) { heads.add(bytes) }
        let module = self.heads[index.module(ofFile: path)]
        layout.isAligned = heads.isEmpty ? module?.isAligned == true : heads.isAligned
        layout.opensAlone = heads.isWithoutBraces ? module?.opensAlone == true : heads.opensAlone
        // No head is longer than all that the file has.
        var lines = Layout.Lines()
        if let bytes = index.bytes(path) { lines.add(bytes) }
        layout.headLimit =
            setting.limit == nil || setting.freesHeads ? module?.width.map { min($0, lines.longest) } : nil
        return layout
    }

    // MARK: - Dependencies

    /// Returns how the code of a module takes what an accessor returns, or how the tree does if the module never does.
    func habit(for instance: InjectedType, of singleton: Singleton, in module: String) -> Habit {
        let reader = HabitReader(instance, of: singleton)
        var (own, all) = (Habit(), Habit())
        for part in sample {
            for owner in part.owners {
                let habit = reader.habit(of: owner)
                all = all + habit
                if part.module == module { own = own + habit }
            }
        }
        return own.form == nil ? all : own
    }

    /// Returns the modules in which initializers have an accessor as a default in more than a few places.
    func modules(reading instance: InjectedType, of singleton: Singleton) -> Set<String> {
        Set(sample.map(\.module)).filter { spelling(of: instance, of: singleton, in: $0).isEarly }
    }

    /// Returns how a dependency is written in a module: as `.shared`, unless most are written otherwise.
    func spelling(of instance: InjectedType, of singleton: Singleton, in module: String) -> Spelling {
        let key = module + " " + instance.accessor.name
        if let known = memory.spellings.withLock({ $0[key] }) { return known }
        let habit = habit(for: instance, of: singleton, in: module)
        let isNamed = habit.form == .named
        let type = isNamed ? habit.type(over: 1) : nil
        let found = Spelling(saysType: isNamed, isEarly: habit.early >= Self.few, type: type)
        memory.spellings.withLock { $0[key] = found }
        return found
    }
}
