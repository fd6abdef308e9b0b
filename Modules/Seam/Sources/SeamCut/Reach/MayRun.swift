import SeamKit

/// What may run before a place, as far as names tell: more than does run, and nothing less.
///
/// A member may run if its type is said and so is its name, or if code from outside may call it. A type that isn't said can't have been made.
struct MayRun {
    private let index: TypeIndex
    private(set) var state = State()

    /// What is known so far.
    struct State: Sendable {
        /// The last names of the types that may have been made.
        fileprivate(set) var types: Set<String> = []
        /// Whether types are made by names that nobody can read here.
        fileprivate(set) var isEverything = false
        fileprivate var said: Set<String> = []
        /// What runs once somebody says its name.
        fileprivate var waiting: [String: [CodeNode]] = [:]
        fileprivate var open: [CodeNode] = []
        /// The types that archives name.
        fileprivate var coders: [String] = []
    }

    /// Goes on from what is known already.
    init(index: TypeIndex, from state: State) { (self.index, self.state) = (index, state) }

    /// Members that code runs without saying them.
    private static let silent: Set<String> = [
        "callAsFunction", "wrappedValue", "projectedValue", "makeIterator", "next", "makeAsyncIterator", "hash",
        "encode",
        "description", "debugDescription", "errorDescription", "allCases", "rawValue", "id", "objectWillChange",
        "appendInterpolation", "appendLiteral", "main",
    ]

    /// What comes from outside and calls nothing but those members.
    private static let plain: Set<String> = [
        "AnyObject", "CaseIterable", "Codable", "CodingKey", "Comparable", "CustomDebugStringConvertible",
        "CustomStringConvertible", "Decodable", "Encodable", "Equatable", "Error", "Hashable", "Identifiable", "Int",
        "LocalizedError", "NSObject", "ObservableObject", "OptionSet", "RawRepresentable", "Sendable", "String",
    ]

    /// What makes types that a file of Interface Builder names.
    private static let builders: Set<String> = [
        "UIStoryboard", "NSStoryboard", "UINib", "NSNib", "loadNibNamed", "nibName", "instantiateInitialViewController",
        "instantiateViewController", "NSApplicationMain",
    ]

    /// Takes note of what the tree declares outside of its own types, and of what Objective-C names.
    init(index: TypeIndex) {
        self.index = index
        for case let file? in index.sources.withoutTests.map({ index.file($0.path) }) {
            for decl in file.global.memberDecls { add(decl, isGlobal: true) }
            for owner in file.owners {
                let isCoder = owner.inherited.contains("NSCoding") || owner.inherited.contains("NSSecureCoding")
                if isCoder { state.coders.append(owner.simpleName) }
                // Anything may have a value of a type from elsewhere.
                guard owner.kind == .extension,
                    index.declarations(of: owner.simpleName).allSatisfy({ $0.owner.kind == .extension })
                else { continue }
                for decl in owner.memberDecls { add(decl) }
            }
        }
        // What a class does when it is loaded, or is called from there.
        for path in index.sources.otherFiles.objectiveC {
            let words = (index.bytes(path) ?? []).split {
                !($0 | 32 >= 97 && $0 | 32 <= 122 || $0 >= 48 && $0 <= 57 || $0 == 95)
            }
            for word in Set(words) { make(String(decoding: word, as: UTF8.self), isWhole: true) }
        }
        run()
    }

    /// Adds what code says.
    mutating func add(_ regions: [Trace.Region]) {
        for region in regions {
            for word in index.file(region.path)?.tree.words(in: region.range) ?? [] { say(word) }
        }
        run()
    }

    /// Adds a type whose instance the system makes. Of its members, only those may run that other code names.
    ///
    /// What making it runs is known already.
    mutating func add(delegate: String) {
        guard state.types.insert(delegate).inserted else { return }
        for decl in index.declarations(of: delegate).flatMap(\.owner.memberDecls) {
            if decl.property?.isStoredInInstances != true, decl.initializer == nil { add(decl) }
        }
        run()
    }

    /// Adds the types that files of Interface Builder name.
    mutating func addInterfaces() {
        for name in index.sources.interfaceNames.sorted() { make(name) }
        run()
    }

    // MARK: - Steps

    private mutating func run() {
        while let node = state.open.popLast() { for word in node.words { say(word) } }
    }

    private mutating func say(_ name: String) {
        guard state.said.insert(name).inserted else { return }
        state.open += state.waiting.removeValue(forKey: name) ?? []
        if name == "NSClassFromString" { state.isEverything = true }
        if Self.builders.contains(name) { for name in index.sources.interfaceNames.sorted() { make(name) } }
        if name == "NSKeyedUnarchiver" || name == "decodeObject" { for name in state.coders { make(name) } }
        make(name)
        for case let file? in index.paths(declaring: name).map(index.file) {
            state.open += file.aliases.filter { $0.name == name }.map(\.node.plainNode)
        }
    }

    /// Takes note of a type that may be made, and of what it then runs.
    ///
    /// - Parameter isWhole: whether all of its members may be called.
    private mutating func make(_ name: String, isWhole: Bool = false) {
        let parts = index.declarations(of: name)
        guard parts.contains(where: { $0.owner.kind != .extension }), state.types.insert(name).inserted else { return }
        let foreign = Set(parts.flatMap { index.inherited(by: $0.owner.name) })
        let isCalledBack = isWhole || !foreign.isSubset(of: Self.plain)
        let isInterface = foreign.contains { type in ["View", "Cell", "Controller"].contains(where: type.hasSuffix) }
        if isInterface { for name in index.sources.interfaceNames.sorted() { make(name) } }
        for (_, owner) in parts {
            state.open += owner.node.partsBesides(owner.members)
            for decl in owner.memberDecls { add(decl, isCalledBack: isCalledBack) }
        }
    }

    /// Adds a member of a type that may be made, or a declaration outside of types.
    private mutating func add(_ decl: DeclarationNode, isGlobal: Bool = false, isCalledBack: Bool = false) {
        guard !decl.isType else { return }
        var names: [String] = []
        if let function = decl.function {
            // An operator isn't said by a name.
            if !function.isOperator { names = [function.ownName.withoutBackticks] }
        } else if let property = decl.property, property.attributeList.isEmpty,
            isGlobal || !property.isStoredInInstances
        {
            // It runs code when somebody reads or sets it, and not when an instance is made.
            names = property.names
        } else if let alias = decl.aliasName {
            names = [alias]
        }
        let isForOutside =
            decl.modifierList.says("override")
            || decl.attributeList.names.contains { $0.hasPrefix("objc") || $0.hasPrefix("IB") || $0 == "_cdecl" }
        let mayBeCalled = isForOutside || isCalledBack && !decl.modifierList.says("private")
        let isSilent = names.contains { Self.silent.contains($0) || $0.hasPrefix("build") }
        if names.isEmpty || mayBeCalled || isSilent || names.contains(where: state.said.contains) {
            state.open.append(decl.plainNode)
        } else {
            for name in names { state.waiting[name, default: []].append(decl.plainNode) }
        }
    }
}
