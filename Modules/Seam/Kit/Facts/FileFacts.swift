/// What one parsed file declares and reaches for, without any knowledge of other files.
///
/// Depends on the file's content alone, so it can be kept by content. Names, chains and lists stand in flat tables
/// that refer to each other by index: a large tree has millions of them. An object, because whoever follows a chain
/// takes hold of it at every step, and of a struct that would be eleven tables.
final class FileFacts: Sendable {
    /// An index that may be missing is -1.
    typealias Index = Int32

    /// A stretch of another table.
    struct Slice: Sendable, Equatable {
        var start: Index = 0
        var count: Index = 0

        var indices: Range<Int> { Int(start)..<Int(start + count) }
    }

    struct Place: Sendable, Equatable {
        var line: Int32 = 0
        var column: Int32 = 0
    }

    /// A name with the names around it: `Network.Client`.
    struct PathFact: Sendable, Hashable {
        /// The path around it; -1 at top level.
        var parent: Index
        var name: Index
        /// Tells a type that a body declares from others of its name; -1 for all others.
        var local: Index = -1
    }

    /// A type as it is written. Optionals, `any`, `some`, attributes and generic arguments are left out.
    enum WrittenType: Sendable, Hashable {
        /// A type by its name: a path.
        case named(Index)
        /// `Self`.
        case own
        /// `Service.Type`: a written type.
        case metatype(Index)
        /// What a function returns: a written type; -1 where that is nothing with a name.
        case function(Index)
        /// What an array holds: a written type, or -1.
        case array(Index)
        /// The values of a dictionary: a written type, or -1.
        case dictionary(Index)
    }

    /// A type or extension.
    struct TypeFact: Sendable, Equatable {
        /// Index of its path.
        var path: Index
        var kind: TypeKind
        /// Written types after the colon; a slice of `lists`.
        var inherits: Slice
        var flags: Flags
        var place: Place

        struct Flags: OptionSet, Sendable, Equatable {
            var rawValue: UInt8
            static let isPrivate = Flags(rawValue: 1)
            /// Holds cases (of an enum).
            static let hasCases = Flags(rawValue: 2)
            static let isPublic = Flags(rawValue: 4)
            /// Declared in a body.
            static let isLocal = Flags(rawValue: 8)
        }
    }

    /// A property, function, initializer or case; of a type, or global.
    struct MemberFact: Sendable, Equatable {
        /// The path of its type; -1 for a global.
        var owner: Index
        var name: Index
        var flags: Flags
        /// The written type, or what a function returns; -1 for none.
        var type: Index
        /// Chains of its first value, or of what it returns; a slice of `lists`.
        var values: Slice
        /// A slice of `parameters`.
        var parameters: Slice
        var place: Place

        struct Flags: OptionSet, Sendable, Equatable {
            var rawValue: UInt16
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
            /// Its first value is a literal, so it is a value and no object.
            static let hasLiteral = Flags(rawValue: 4096)
            /// A function that changes the value it is called on.
            static let isMutating = Flags(rawValue: 8192)
            /// One value for each task or thread.
            static let isTaskLocal = Flags(rawValue: 16384)
            static let isWeak = Flags(rawValue: 32768)
        }
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

    /// What stands around an expression.
    struct ScopeFact: Sendable, Equatable {
        /// The path of the type around it; -1 at top level.
        var type: Index
        /// A name; -1 for none.
        var function: Index
        var isStatic: Bool
    }

    /// A name that is known inside a body only.
    struct BindingFact: Sendable, Equatable {
        var name: Index
        /// A written type; -1 for none.
        var type: Index
        /// Chains of its value; a slice of `lists`.
        var values: Slice
        var isParameter: Bool
        /// Whether it can be given another value: a struct in it is a copy.
        var isVariable: Bool = false
        /// Whether it is given another value after its declaration.
        var isReassigned: Bool = false
        /// Whether a property wrapper gives its value: `@Dependency(\.environment) var environment`.
        var isWrapped: Bool = false
    }

    /// A base and what is reached from it: `AccountService.shared.orders.count`.
    struct ChainFact: Sendable, Equatable {
        var root: Root
        /// What the root means: an index of the table that its kind says.
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
        /// Where the root stands.
        var place: Place

        enum Root: UInt8, Sendable {
            /// A name that is no local one.
            case name
            /// A type that a body declares; `base` is its path.
            case localType
            /// A type that more than one name says; `base` is a written type.
            case type
            /// A local one; `base` is a binding.
            case binding
            case selfValue
            case selfType
            case superValue
            /// `.shared`; `base` is the written type expected here, if that is known.
            case implicit
            /// A generic parameter; `base` is the written type that bounds it, -1 where there is none.
            case generic
            /// A value of a known type: `x as Service`; `base` is a written type.
            case typed
            /// A key path on a type; `base` is a written type.
            case keyPath
            /// The value of a chain or of one of several chains; `base` is the start in `lists`, the count is
            /// `contextPosition`.
            case alternatives
            /// Anything that names nothing: a literal, a closure.
            case unknown
        }

        enum Ending: UInt8, Sendable {
            case read
            case write
            /// Its value is bound to a name or property, and followed from there.
            case alias
            /// Its value is the base of another chain: `(x ?? y).z`.
            case base
        }
    }

    /// A property that is given a value somewhere: `self.service = service`.
    struct FlowFact: Sendable, Equatable {
        var chain: Index
        var values: Slice
    }

    struct StepFact: Sendable, Equatable {
        var kind: Kind
        var name: Index
        /// Arguments of a call.
        var arguments: Int16 = 0

        enum Kind: UInt8, Sendable {
            case member
            case call
            case subscriptCall
            /// A member that is reached by a key path.
            case keyPathMember
            /// `type(of:)`.
            case metatype
        }
    }

    let names: [String]
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
    let lists: [Index]
    /// Line of the first syntax error; 0 where there is none.
    let errorLine: Int32

    /// Tables that are still being filled.
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
        var lists: [Index] = []

        /// The written type at `index`; nil for -1.
        func type(_ index: Index) -> WrittenType? { index >= 0 ? written[Int(index)] : nil }
    }

    init(_ tables: Tables = Tables(), names: [String] = [], errorLine: Int32 = 0) {
        self.names = names
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
        lists = tables.lists
        self.errorLine = errorLine
    }

    /// The name at `index`; nil for -1.
    func name(_ index: Index) -> String? {
        index >= 0 ? names[Int(index)] : nil
    }

    /// The written type at `index`; nil for -1.
    func type(_ index: Index) -> WrittenType? {
        index >= 0 ? written[Int(index)] : nil
    }

    /// Whether a written type is that of a function.
    func isFunction(_ index: Index) -> Bool {
        if case .function? = type(index) { true } else { false }
    }
}
