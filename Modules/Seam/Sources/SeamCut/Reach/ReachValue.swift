import SeamKit

/// A value, as far as it decides what a name behind it means.
indirect enum ReachValue: Sendable {
    /// An instance of a type of the tree.
    case instance(CodeTree.TypeID, isShared: Bool)
    /// A type of the tree.
    case type(CodeTree.TypeID)
    /// An instance of a type that the tree doesn't declare.
    case foreign(String, isShared: Bool)
    case foreignType(String)
    /// A list or another collection of values.
    case list(ReachValue, isShared: Bool = false)
    /// A value that has several types: `P & Q`.
    case several([ReachValue])
    /// A closure, and where its names are looked up.
    case closure(CodeBody, ReachFrame)
    /// `super`, by the type of `self` in the code.
    case parent(of: CodeTree.TypeID)
    case unknown

    /// Something that only computes.
    static let plain = ReachValue.foreign("Value", isShared: false)

    /// The value, if others than the code that runs can have it.
    var shared: ReachValue {
        switch self {
        case .instance(let type, _): .instance(type, isShared: true)
        case .foreign(let name, _): .foreign(name, isShared: true)
        case .list(let element, _): .list(element.shared, isShared: true)
        case .several(let all): .several(all.map(\.shared))
        default: self
        }
    }

    var isShared: Bool {
        switch self {
        case .instance(_, let isShared), .foreign(_, let isShared), .list(_, let isShared): isShared
        case .several(let all): all.contains(where: \.isShared)
        default: false
        }
    }
}

/// Where code stands, and what its names mean.
struct ReachFrame: Sendable {
    /// The type around the code; nil outside of types.
    var owner: CodeTree.TypeID?
    /// The type of `self`, which may inherit the code.
    var dynamic: CodeTree.TypeID?
    var isStatic = false
    /// Whether the code is an initializer of `self`, whose own observers don't run.
    var isInitializer = false
    /// Whether others can have `self`.
    var isShared = false
    var document: SwiftDocument
    var locals: [String: ReachValue] = [:]
}

extension ReachValue {
    /// Whether it is worth more to know than what a type says.
    func isMoreThan(_ declared: ReachValue) -> Bool {
        switch (self, declared) {
        case (.unknown, _): false
        case (.closure, _), (_, .unknown): true
        default: false
        }
    }
}
