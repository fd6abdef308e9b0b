/// The declarations and references of one parsed file, without any knowledge of other files.
///
/// They depend only on the file's content, so they can be cached by content. Names, chains and lists are in flat tables that
/// refer to each other by index, because a large tree has millions of them. This is a class because code that follows a chain
/// retains it at every step; for a struct, that would be eleven tables.
final class FileFacts: Sendable {
    /// An index; a missing one is -1.
    typealias Index = Int32

    /// A range of another table.
    struct Slice: Sendable, Equatable {
        var start: Index = 0
        var count: Index = 0

        var indices: Range<Int> { Int(start)..<Int(start + count) }
    }

    /// A place by its offset, in UTF-8 bytes from the start of the file.
    struct Place: Sendable, Hashable {
        var offset: Int32 = 0
    }

    /// A name with the names around it: `Network.Client`.
    struct PathFact: Sendable, Hashable {
        /// The path around it; -1 at top level.
        var parent: Index
        var name: Index
        /// A number that distinguishes a type declared in a body from others with its name; -1 for all others.
        var local: Index = -1
    }

    /// A type in its written form. Optionals, `any`, `some`, attributes and generic arguments are left out.
    enum WrittenType: Sendable, Hashable {
        /// A type by its name: a path.
        case named(Index)
        /// `Self`.
        case own
        /// `Service.Type`: a written type.
        case metatype(Index)
        /// The return type of a function: a written type, or -1 if it has no name.
        case function(Index)
        /// The element type of an array: a written type, or -1.
        case array(Index)
        /// The value type of a dictionary: a written type, or -1.
        case dictionary(Index)
    }

    /// A type or extension.
    struct TypeFact: Sendable, Equatable {
        /// The index of its path.
        var path: Index
        var kind: TypeKind
        /// The written types after the colon; a slice of `lists`.
        var inherits: Slice
        var flags: Flags
        var place: Place

        struct Flags: OptionSet, Sendable, Equatable {
            var rawValue: UInt8
            static let isPrivate = Flags(rawValue: 1)
            /// The type has cases (of an enum).
            static let hasCases = Flags(rawValue: 2)
            static let isPublic = Flags(rawValue: 4)
            /// The type is declared in a body.
            static let isLocal = Flags(rawValue: 8)
        }
    }

    /// A property, function, initializer or case of a type, or a global.
    struct MemberFact: Sendable, Equatable {
        /// The path of its type; -1 for a global.
        var owner: Index
        var name: Index
        var flags: Flags
        /// The written type, or the return type of a function; -1 for none.
        var type: Index
        /// The chains of its initial value, or of what it returns; a slice of `lists`.
        var values: Slice
        /// A slice of `parameters`.
        var parameters: Slice
        var place: Place

        struct Flags: OptionSet, Sendable, Equatable {
            var rawValue: UInt32
            static let isStatic = Flags(rawValue: 1)
            static let isVariable = Flags(rawValue: 2)
            static let isComputed = Flags(rawValue: 4)
            static let hasSetter = Flags(rawValue: 8)
            static let isFunction = Flags(rawValue: 16)
            static let isInitializer = Flags(rawValue: 32)
            static let isCase = Flags(rawValue: 64)
            static let isPrivate = Flags(rawValue: 128)
            static let isPrivateSetter = Flags(rawValue: 256)
            static let hasValue = Flags(rawValue: 512)
            static let isSubscript = Flags(rawValue: 1024)
            static let isPublic = Flags(rawValue: 2048)
            /// Its initial value is a literal, so it is a value and not an object.
            static let hasLiteral = Flags(rawValue: 4096)
            /// A function that changes the value it is called on.
            static let isMutating = Flags(rawValue: 8192)
            /// A variable with one value for each task or thread.
            static let isTaskLocal = Flags(rawValue: 16384)
            static let isWeak = Flags(rawValue: 32768)
            /// Objective-C sees it.
            static let isObjectiveC = Flags(rawValue: 65536)
        }

        /// The chain of the value that a property wrapper provides: `Setting(\.name).wrappedValue`; -1 for none.
        var wrapper: Index = -1
    }

    struct ParameterFact: Sendable, Equatable {
        var label: Index
        /// A written type.
        var type: Index
    }

    struct AliasFact: Sendable, Equatable {
        var path: Index
        /// A written type.
        var target: Index
    }

    /// The context of an expression.
    struct ScopeFact: Sendable, Equatable {
        /// The path of the type around it; -1 at top level.
        var type: Index
        /// A name; -1 for none.
        var function: Index
        var isStatic: Bool
    }

    /// A name that is known only inside a body.
    struct BindingFact: Sendable, Equatable {
        var name: Index
        /// A written type; -1 for none.
        var type: Index
        /// The chains of its value; a slice of `lists`.
        var values: Slice
        var isParameter: Bool
        /// Whether it can be assigned again: a struct in it is a copy.
        var isVariable: Bool = false
        /// Whether it is assigned again after its declaration.
        var isReassigned: Bool = false
        /// Whether a property wrapper provides its value: `@Dependency(\.environment) var environment`.
        var isWrapped: Bool = false
    }

    /// A base and the members reached from it: `AccountService.shared.orders.count`.
    struct ChainFact: Sendable, Equatable {
        var root: Root
        /// The meaning of the root: an index of the table that its kind determines.
        var base: Index
        /// A slice of `steps`.
        var steps: Slice
        var scope: Index
        var ending: Ending
        /// For an implicit member: the chain whose callee's parameter gives the type.
        var contextChain: Index = -1
        var contextStep: Index = -1
        var contextLabel: Index = -1
        var contextPosition: Index = -1
        /// The position of the root.
        var place: Place

        enum Root: UInt8, Sendable {
            /// A name that isn't local.
            case name
            /// A type that a body declares; `base` is its path.
            case localType
            /// A type with more than one name; `base` is a written type.
            case type
            /// A local name; `base` is a binding.
            case binding
            case selfValue
            case selfType
            case superValue
            /// `.shared`; `base` is the written type expected here, if that is known.
            case implicit
            /// A generic parameter; `base` is the written type that bounds it, or -1.
            case generic
            /// A value of a known type: `x as Service`; `base` is a written type, and the context is the chain of `x`.
            case typed
            /// A key path on a type; `base` is a written type.
            case keyPath
            /// The value of a chain or of one of several chains; `base` is the start in `lists`, the count is
            /// `contextPosition`.
            case alternatives
            /// An expression that names nothing: a literal, a closure.
            case unknown
        }

        enum Ending: UInt8, Sendable {
            case read
            case write
            /// Its value is bound to a name or property, and followed from there.
            case alias
            /// Its value is the base of another chain: `(x ?? y).z`.
            case base
            /// It repeats the beginning of another chain, for what follows it, and is no expression itself.
            case copy
        }
    }

    /// An assignment to a property: `self.service = service`.
    struct FlowFact: Sendable, Equatable {
        var chain: Index
        var values: Slice
    }

    /// A type that is named where a type stands: an annotation, a generic argument, a cast.
    struct TypeNameFact: Sendable, Equatable {
        var name: Index
        /// What stands before it: `LegacyAccount` in `LegacyAccount.AccountService`; -1 for nothing.
        var qualifier: Index
        /// The member behind the root of a key path; -1 elsewhere.
        var member: Index
        var scope: Index
        var place: Place
    }

    /// A name that `??` and another value follow: `account ?? .shared`.
    struct FallbackFact: Sendable, Equatable {
        var name: Index
        /// The start of the other value.
        var place: Place
    }

    struct StepFact: Sendable, Equatable {
        var kind: Kind
        var name: Index
        /// The number of arguments of a call.
        var arguments: Int16 = 0

        enum Kind: UInt8, Sendable {
            case member
            case call
            case subscriptCall
            /// A member that is reached through a key path.
            case keyPathMember
            /// `type(of:)`.
            case metatype
        }
    }

    let names: [String]
    /// The indices of the names in a store, for facts from that store; else empty.
    let numbers: [Index]
    let paths: [PathFact]
    let written: [WrittenType]
    let types: [TypeFact]
    let members: [MemberFact]
    let parameters: [ParameterFact]
    let aliases: [AliasFact]
    let scopes: [ScopeFact]
    let bindings: [BindingFact]
    let chains: [ChainFact]
    let steps: [StepFact]
    let flows: [FlowFact]
    let typeNames: [TypeNameFact]
    let fallbacks: [FallbackFact]
    let lists: [Index]
    /// The offsets at which lines begin.
    let lineStarts: [Int32]
    /// The first syntax error; nil if there is none.
    let error: Place?

    /// The facts of a file without any.
    static let none = FileFacts()

    /// The tables while they are being filled.
    struct Tables: Sendable {
        var paths: [PathFact] = []
        var written: [WrittenType] = []
        var types: [TypeFact] = []
        var members: [MemberFact] = []
        var parameters: [ParameterFact] = []
        var aliases: [AliasFact] = []
        var scopes: [ScopeFact] = []
        var bindings: [BindingFact] = []
        var chains: [ChainFact] = []
        var steps: [StepFact] = []
        var flows: [FlowFact] = []
        var typeNames: [TypeNameFact] = []
        var fallbacks: [FallbackFact] = []
        var lists: [Index] = []
        var lineStarts: [Int32] = [0]

        /// Returns the written type at `index`; nil for -1.
        func type(at index: Index) -> WrittenType? { index >= 0 ? written[Int(index)] : nil }
    }

    init(tables: Tables = Tables(), names: [String] = [], numbers: [Index] = [], error: Place? = nil) {
        self.names = names
        self.numbers = numbers
        paths = tables.paths
        written = tables.written
        types = tables.types
        members = tables.members
        parameters = tables.parameters
        aliases = tables.aliases
        scopes = tables.scopes
        bindings = tables.bindings
        chains = tables.chains
        steps = tables.steps
        flows = tables.flows
        typeNames = tables.typeNames
        fallbacks = tables.fallbacks
        lists = tables.lists
        lineStarts = tables.lineStarts
        self.error = error
    }

    /// Returns the name at `index`; nil for -1.
    func name(at index: Index) -> String? {
        index >= 0 ? names[Int(index)] : nil
    }

    /// Returns the written type at `index`; nil for -1.
    func type(at index: Index) -> WrittenType? {
        index >= 0 ? written[Int(index)] : nil
    }

    /// Returns the line and column of a place, both counted from 1; columns in UTF-8 bytes.
    func location(of place: Place) -> (line: Int, column: Int) {
        var low = 0
        var high = lineStarts.count
        while low + 1 < high {
            let middle = (low + high) / 2
            if lineStarts[middle] <= place.offset { low = middle } else { high = middle }
        }
        return (low + 1, Int(place.offset - lineStarts[low]) + 1)
    }

    /// Returns the chains whose value a chain begins with: those of a local name, of a cast, or of several alternatives.
    func sources(of chain: ChainFact) -> [Index] {
        switch chain.root {
        case .binding: bindings[Int(chain.base)].values.indices.map { lists[$0] }
        case .alternatives: Slice(start: chain.base, count: chain.contextPosition).indices.map { lists[$0] }
        case .typed: chain.contextChain < 0 ? [] : [chain.contextChain]
        default: []
        }
    }

    /// Returns a chain and those that its value may come from, each once.
    ///
    /// - Parameter throughMembers: whether what a member or call is of counts, too: `x` for `x.name`.
    func origins(of index: Index, throughMembers: Bool = false) -> [Index] {
        var found: [Index] = []
        var seen: Set<Index> = []
        var open = [index]
        // Each alias of a long row of them would look through all before it.
        while let next = open.popLast(), found.count < 100 {
            guard seen.insert(next).inserted else { continue }
            found.append(next)
            let chain = chains[Int(next)]
            if throughMembers || chain.steps.count == 0 { open += sources(of: chain).reversed() }
        }
        return found
    }

    /// Returns whether a written type is that of a function.
    func isFunction(at index: Index) -> Bool {
        if case .function? = type(at: index) { true } else { false }
    }

    /// The type and function of a scope: `Cart.load(_:)`; empty at top level.
    func enclosing(_ scope: Index) -> String {
        let scope = scopes[Int(scope)]
        var words: [String] = []
        var path = scope.type
        while path >= 0 {
            words.append(names[Int(paths[Int(path)].name)])
            path = paths[Int(path)].parent
        }
        words.reverse()
        if let function = name(at: scope.function) { words.append(function) }
        return words.joined(separator: ".")
    }
}
