/// The names that the analysis itself knows, as symbols of one graph.
struct Words: Sendable {
    /// A type of the frameworks and its accessor.
    struct External: Hashable, Sendable {
        var type: TypePath
        var accessor: Symbol
    }

    let `init`: Symbol
    let own: Symbol
    let `subscript`: Symbol
    let dynamicMember: Symbol
    let wrappedValue: Symbol
    let enclosing: Symbol
    let now: Symbol
    let date: Symbol
    let dateType: TypePath
    let keyPath: Symbol
    /// The wrapper of what decides whether a tip is shown, and its module.
    let parameter: TypePath
    let tips: Symbol
    /// The statics of keys of the environment, and the protocols of such keys.
    let keyMembers: Set<Symbol>
    let keys: Set<TypePath>
    let previews: Set<Symbol>
    /// Names for the one instance that code uses, besides those that begin with `shared`, and for what stands in for it.
    let theOne: Set<Symbol>
    let previewProviders: Set<TypePath>
    /// The members of a collection that are one of its elements.
    let tops: Set<Symbol>
    let delegate: Symbol
    /// The protocol of an application's delegate.
    let applicationDelegate: TypePath
    /// The protocols of the delegates of applications and scenes.
    let delegates: Set<TypePath>
    /// The property wrappers that make a delegate for an app of SwiftUI.
    let adaptors: Set<TypePath>
    /// The classes of applications and scenes.
    let applications: Set<TypePath>
    /// AppKit's global, and the class of its value.
    let application: (global: Symbol, type: TypePath)
    let opensFile: Set<Symbol>
    let filePaths: Set<Symbol>
    let stops: Set<Symbol>
    let threads: Set<Symbol>
    /// The modules of the frameworks, with which a type's name may begin.
    let frameworkModules: Set<Symbol>
    let outsideTypes: Set<TypePath>
    let outsideNames: Set<Symbol>
    let harmless: Set<External>
    let functions: Set<Symbol>
    let streams: Set<Symbol>
    let data: Set<TypePath>
    /// Types of values that a test changes to be quick, and a program never.
    let numbers: Set<TypePath>
    let ambient: Set<TypePath>
    let mutable: Set<TypePath>
    let cells: Set<TypePath>
    let services: Set<TypePath>
    let mutations: Set<Symbol>
    let mutableValues: Set<TypePath>
    let frameworks: [(external: External, known: FrameworkSingleton)]
    let frameworkTypes: Set<TypePath>
    /// Types of the frameworks that the analysis knows by their names.
    let systemTypes: Set<TypePath>

    init(in symbols: inout Symbols) {
        func names(_ list: some Sequence<String>) -> Set<Symbol> { Set(list.map { symbols.symbol($0) }) }
        func types(_ list: some Sequence<String>) -> Set<TypePath> { Set(list.sorted().map { symbols.path($0) }) }
        `init` = symbols.symbol("init")
        own = symbols.symbol("self")
        `subscript` = symbols.symbol("subscript")
        dynamicMember = symbols.symbol("dynamicMember")
        wrappedValue = symbols.symbol("wrappedValue")
        enclosing = symbols.symbol("_enclosingInstance")
        now = symbols.symbol("now")
        date = symbols.symbol("Date")
        dateType = symbols.path("Date")
        keyPath = symbols.symbol("keyPath")
        parameter = symbols.path("Parameter")
        tips = symbols.symbol("TipKit")
        keyMembers = names(["defaultValue", "previewValue", "testValue"])
        keys = types(Outside.keys)
        previews = names(["preview", "previews", "previewInstance", "forPreview", "forPreviews", "inPreview"])
        theOne = names([
            "current", "default", "global", "instance", "live", "main", "singleton", "standard", "production", "mock",
            "noop",
            "stub", "fake", "failing", "unimplemented",
        ])
        previewProviders = types(["PreviewProvider", "PreviewModifier"])
        tops = names(["first", "last"])
        delegate = symbols.symbol("delegate")
        applicationDelegate = symbols.path("UIApplicationDelegate")
        delegates = types(Outside.delegates)
        adaptors = types(Outside.adaptors)
        applications = types(Outside.applications)
        application = (symbols.symbol("NSApp"), symbols.path("NSApplication"))
        opensFile = names(["Data", "NSData", "String"])
        filePaths = names(["contentsOf", "contentsOfFile"])
        stops = names(["fatalError", "preconditionFailure"])
        threads = names(["getSpecific", "threadDictionary"])
        frameworkModules = names(["AppKit", "Foundation", "UIKit"])
        outsideTypes = types(Outside.types)
        outsideNames = names(Outside.types.sorted())
        harmless = Set(
            Outside.harmless.sorted().map { pair in
                let parts = pair.split(separator: ".").map(String.init)
                return External(type: symbols.path(parts[0]), accessor: symbols.symbol(parts[1]))
            }
        )
        functions = names(Outside.functions.sorted())
        streams = names(Outside.streams.sorted())
        data = types(Outside.data)
        numbers = types(["TimeInterval", "Double", "Float", "CGFloat", "Int", "UInt", "Duration", "Bool"])
        ambient = types(Outside.ambient)
        mutable = types(Outside.mutable)
        cells = types(Outside.cells)
        services = types(Outside.services)
        mutations = names(Mutation.names.sorted())
        mutableValues = types(Mutation.values)
        frameworks = FrameworkSingleton.all.map { known in
            (External(type: symbols.path(known.type), accessor: symbols.symbol(known.accessor)), known)
        }
        frameworkTypes = Set(frameworks.map(\.external.type))
        systemTypes = outsideTypes.union(data).union(ambient).union(mutable).union(services).union(applications)
    }
}
