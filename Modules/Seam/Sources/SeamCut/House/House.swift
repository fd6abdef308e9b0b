import SeamKit

/// How the code of a tree is written, as far as code that is added follows it.
///
/// It is learned from the files that use the singleton: there it is that something is added.
struct House: Sendable {
    private let index: TypeIndex
    private let sample: [Part]
    private let limit: Int

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

    // MARK: - Members

    /// Where an initializer stands.
    enum Place: String, Sendable, CaseIterable {
        /// After the last stored property.
        case afterStoredProperties
        /// After the last property, also of those that are computed.
        case afterProperties
        /// After everything.
        case last
    }

    /// Returns where most types of a module have their first initializer.
    func initializerPlace(in module: String) -> Place {
        counted(in: module, default: .afterStoredProperties) { owner in
            let members = owner.members.flattened
            guard let first = members.firstIndex(where: { $0.kind == .initializer }),
                let stored = members.lastIndex(where: \.isStoredInstanceProperty), stored < first
            else { return nil }
            let computed = members.lastIndex { $0.kind == .property && !$0.isStoredInstanceProperty && !$0.isStatic }
            let function = members.firstIndex { $0.kind == .function }
            if let function, function < first { return .last }
            guard let computed else { return nil }
            return computed < first ? .afterProperties : .afterStoredProperties
        }
    }

    /// Returns whether most initializers of a module with several parameters have one on a line.
    func hasParametersOnLines(in module: String) -> Bool {
        counted(in: module, default: false) { owner in
            let all = owner.initializers.filter { $0.parameters.count > 1 }
            guard !all.isEmpty else { return nil }
            return all.count { $0.hasParametersOnLines } * 2 > all.count
        }
    }

    /// Returns whether most initializers of a module with parameters have a `- Parameter` line for each.
    func documentsParameters(in module: String) -> Bool {
        counted(in: module, default: false) { owner in
            let all = owner.initializers.filter { !$0.parameters.isEmpty }
            guard !all.isEmpty else { return nil }
            return all.count { $0.documentsParameters } * 2 > all.count
        }
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

    fileprivate var isStoredInstanceProperty: Bool {
        kind == .property && !isStatic && bindings.contains(where: \.isStored)
    }

    /// Whether no two of its parameters stand on one line.
    var hasParametersOnLines: Bool {
        let lines = parameters.map { document.line(at: $0.offset) }
        return lines.count > 1 && Set(lines).count == lines.count
    }

    /// Whether its comment describes parameters.
    var documentsParameters: Bool {
        comment.contains { line in
            let words = line.split(separator: " ")
            return words.count > 1 && words[0] == "-" && words[1].hasPrefix("Parameter")
        }
    }
}
