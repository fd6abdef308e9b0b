import SeamKit
import Synchronization

/// How the code of a tree is written, as far as code that is added follows it.
///
/// It is learned from the files that use the singleton: there it is that something is added.
struct House: Sendable {
    private let index: TypeIndex
    private let sample: [Part]
    private let limit: Int
    private let memory = Memory()

    /// How dependencies are written, by module and accessor.
    private final class Memory: Sendable {
        let spellings = Mutex<[String: Spelling]>([:])
    }

    /// How a dependency is written.
    struct Spelling: Sendable {
        /// The words before the name of what is stored: `private let`.
        var words: String
        /// Whether a default argument says the type: `store: Store = Store.shared`.
        var saysType: Bool
        /// Whether people let callers read the accessor when these are made, in more than a few places.
        var isEarly: Bool
    }

    /// A file of the sample.
    private struct Part: Sendable {
        let module: String
        let owners: [Declaration]
    }

    /// Learns from files.
    ///
    /// - Parameter paths: the files with uses outside of tests.
    init(index: TypeIndex, learningFrom paths: [String]) {
        self.index = index
        let files = paths.compactMap(index.file).filter { !$0.hasError }
        var lines = Layout.Lines()
        for file in files { lines.add(file.bytes) }
        limit = lines.limit
        sample = files.map { file in
            Part(module: index.module(ofFile: file.path), owners: file.document.types.filter { $0.kind != .typeAlias })
        }
    }

    // MARK: - Lines

    /// Returns how lines of a file are written. Its own indentation comes before that of its configuration.
    func layout(of path: String) -> Layout {
        let own = index.bytes(path).flatMap(Layout.indentation)
        let setting = FormatFiles { [index] in index.sources.text(ofSetting: $0) }.setting(of: path)
        return Layout(limit: setting.limit ?? limit, indentation: own ?? setting.indentation ?? "    ")
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

    /// Returns how a dependency is written in a module: as `private let` and `.shared`, unless most are written otherwise.
    func spelling(of instance: InjectedType, of singleton: Singleton, in module: String) -> Spelling {
        let key = module + " " + instance.accessor.name
        if let known = memory.spellings.withLock({ $0[key] }) { return known }
        let usual: Set<String> = ["private let", "let", "fileprivate let"]
        let habit = habit(for: instance, of: singleton, in: module)
        let own = habit.property.flatMap { usual.contains($0) ? $0 : nil }
        let words =
            own
            ?? counted(in: module, default: "private let") { owner in
                let passed = Set(owner.initializers.flatMap(\.parameters).map(\.name))
                var counts: [String: Int] = [:]
                for property in owner.members.flattened where property.isLet && !property.isStatic {
                    guard property.bindings.count == 1, let binding = property.bindings.first, !binding.hasValue,
                        passed.contains(binding.name), isDependency(binding.type)
                    else { continue }
                    counts.count([property.access?.rawValue, "let"].compactMap(\.self).joined(separator: " "))
                }
                return counts.mostCommon().flatMap { usual.contains($0) ? $0 : nil }
            }
        let found = Spelling(words: words, saysType: habit.form == .named, isEarly: habit.early >= 5)
        memory.spellings.withLock { $0[key] = found }
        return found
    }

    /// Returns whether a type is one of objects, and not of values.
    private func isDependency(_ type: TypeStructure?) -> Bool {
        guard let name = type?.fullName else { return type?.isExistential == true }
        // It is counted what most types do, so that a twin matters little.
        return index.declarations(of: name).contains { [.class, .actor, .protocol].contains($0.owner.kind) }
    }

    /// Returns what most types of a module do, or most of the tree if none of them shows it.
    private func counted<Value: Hashable>(
        in module: String,
        default value: Value,
        _ ask: (Declaration) -> Value?
    ) -> Value {
        func winner(_ parts: [Part]) -> Value? {
            var counts: [Value: Int] = [:]
            for owner in parts.lazy.flatMap(\.owners) {
                if let answer = ask(owner) { counts[answer, default: 0] += 1 }
            }
            // Of two that are equally common, the one that people expect.
            let best = counts.values.max()
            return counts[value] == best ? best.map { _ in value } : counts.first { $0.value == best }?.key
        }
        return winner(sample.filter { $0.module == module }) ?? winner(sample) ?? value
    }
}

extension Declaration {
    fileprivate var initializers: [Declaration] { members.flattened.filter { $0.kind == .initializer } }
}
