import SeamKit

/// What a plan is made from. It is the same in all stages.
struct CutRequest {
    let map: CodeMap
    /// The uses of the singleton, in the map's order. Stages know a use by its number here.
    let uses: [Use]
    let index: CodeTree
    let singleton: Singleton
    let options: Cut.Options
    /// What each accessor returns, by its name.
    let instances: [String: Result<InjectedType, Reason>]
    /// Who can read each accessor early, by its name; none in other stages than injecting.
    let earlyReadings: [String: EarlyReading]

    /// How the code around the uses is written.
    let house: House
    private let lazyTypes = Lazy<[CodeTree.TypeID?]>()
    private let lazyDefaults = Lazy<[UsualDefault: Set<String>]>()
    private let lazyHabits = Lazy<[String: [String: Int]]>()

    /// The types around the uses, in their order; nil for code outside of types.
    var typesAround: [CodeTree.TypeID?] { lazyTypes.value { index.graph.types(around: uses) } }

    var reasons: Reasons { options.reasons }

    init(map: CodeMap, uses: [Use], index: CodeTree, singleton: Singleton, options: Cut.Options) {
        (self.map, self.uses, self.index, self.singleton, self.options) = (map, uses, index, singleton, options)
        house = House(index: index, learningFrom: Set(uses.lazy.filter { !$0.isTest }.map(\.file)).sorted())
        let reader = AccessorReader(index: index, singleton: singleton, reasons: options.reasons)
        let isEarly = options.stage == .inject && !options.isLate
        instances = Dictionary(
            singleton.accessors.map { [house] accessor in
                let read = reader.read(accessor).map { instance in
                    var instance = instance
                    let isReplaced = isEarly && instance.creation.isReplaced
                    instance.creation.earlyModules = isReplaced ? house.modules(reading: instance, of: singleton) : []
                    return instance
                }
                return (accessor.name, read)
            }
        ) { first, _ in first }
        earlyReadings =
            isEarly
            ? instances.compactMapValues { try? $0.get() }.mapValues { EarlyReading($0, of: singleton, index: index) }
            : [:]
    }

    /// Returns what an accessor returns, or why no caller can have a property for it.
    func instance(_ accessor: Singleton.Accessor) -> Result<InjectedType, Reason> {
        instances[accessor.name] ?? .failure(.type)
    }
}

/// A default argument that is the accessor, on an actor.
private struct UsualDefault: Hashable {
    let accessor: String
    let actor: String
}

/// A use in a caller, with what is around it.
struct CallerSite {
    let file: ParsedFile
    let context: UseContext
}

extension CutRequest {
    /// Returns the code around a use, without its values; nil if it reads no accessor.
    func shape(of use: Use) -> String? {
        index.file(use.file).flatMap { UseContext(use, of: singleton, in: $0) }?.access.shape
    }

    /// Returns whether each module that compiles a file has the accessor in a default argument of the same actor already.
    func hasDefault(of instance: InjectedType, inModulesOf path: String) -> Bool {
        guard case .actor(let actor) = instance.isolation else { return false }
        let key = UsualDefault(accessor: instance.accessor.name, actor: actor)
        let modules = lazyDefaults.value { defaults }[key] ?? []
        return index.modules.modules(compiling: path).allSatisfy(modules.contains)
    }

    /// The modules in which each accessor is a default argument on its actor.
    private var defaults: [UsualDefault: Set<String>] {
        let reader = IsolationReader(index: index)
        var found: [UsualDefault: Set<String>] = [:]
        for use in uses where !use.isTest {
            guard let file = index.file(use.file), let context = UseContext(use, of: singleton, in: file),
                case .defaultArgument = context.member, let owner = context.owner, let decl = context.memberDecl,
                case .actor(let actor) = reader.explicit(decl) ?? reader.isolation(of: owner, in: file)
            else { continue }
            let key = UsualDefault(accessor: context.accessor.name, actor: actor)
            found[key, default: []].formUnion(index.modules.modules(compiling: use.file))
        }
        return found
    }

    /// Returns whether people let callers of a module read an accessor when these are made, although somebody could see that, or although
    /// a test or a launch replaces it: more than a few initializers have it as a default.
    func isUsual(_ observation: Observation, of instance: InjectedType, in module: String) -> Bool {
        switch observation.replacer {
        case nil: lazyHabits.value { habits }[instance.accessor.name]?[module, default: 0] ?? 0 >= House.few
        case .start: instance.isUsual(in: module)
        case .outside, .statement: false
        }
    }

    /// How many initializers of each module have each accessor as such a default.
    private var habits: [String: [String: Int]] {
        var found: [String: [String: Int]] = [:]
        for use in uses where !use.isTest {
            guard let file = index.file(use.file), let context = UseContext(use, of: singleton, in: file),
                case .defaultArgument = context.member, context.memberDecl?.initializer != nil, context.access.isValue,
                let owner = context.owner, let reading = earlyReadings[context.accessor.name],
                let observation = reading.obstacle(for: owner), observation.replacer == nil, !observation.isLasting
            else { continue }
            found[context.accessor.name, default: [:]].count(index.module(ofFile: use.file))
        }
        return found
    }

    /// Returns the uses of an accessor in a type, with those of its extensions. Those that go through something else are left out.
    func sites(of owner: OwnerDecl, through accessor: Singleton.Accessor) -> [CallerSite] {
        let type = index.id(of: owner)
        return zip(uses, typesAround).compactMap { use, around in
            guard around == type, !use.isTest, let file = index.file(use.file), !file.hasError,
                let context = UseContext(use, of: singleton, in: file), context.accessor.name == accessor.name
            else { return nil }
            return CallerSite(file: file, context: context)
        }
    }
}
