/// A type as a structure. Two are equal if they mean the same, whatever sugar they are written with: `Int?`, `Optional<Int>`.
package indirect enum TypeStructure: Sendable {
    case named(Name)
    case optional(TypeStructure)
    /// `T!`
    case implicitlyUnwrapped(TypeStructure)
    case array(TypeStructure)
    case dictionary(key: TypeStructure, value: TypeStructure)
    /// No element for `Void`. A type in parentheses is that type.
    case tuple([Element])
    case function(Function)
    /// `any P`
    case existential(TypeStructure)
    /// `some P`
    case opaque(TypeStructure)
    /// `P & Q`
    case composition([TypeStructure])
    /// `T.Type`, or `T.Protocol`.
    case metatype(TypeStructure, isProtocol: Bool)
    /// `~P`
    case suppressed(TypeStructure)
    /// `repeat T`
    case packExpansion(TypeStructure)
    /// `each T`
    case packElement(TypeStructure)
    /// A type with specifiers such as `inout`, and attributes such as `@escaping`.
    case modified(TypeStructure, specifiers: [String], attributes: [Declaration.Attribute])
    /// A type that this reader doesn't know, as it is written.
    case unknown(String)

    /// A name with generic arguments, and what it is a member of.
    package struct Name: Sendable {
        /// The module or type before the dot.
        package var qualifier: TypeStructure?
        /// The name as it is written.
        package var written: String
        package var arguments: [TypeStructure] = []

        package init(qualifier: TypeStructure? = nil, _ written: String, arguments: [TypeStructure] = []) {
            self.qualifier = qualifier
            self.written = written
            self.arguments = arguments
        }

        /// The name without backticks.
        package var name: String { written.withoutBackticks }
    }

    /// An element of a tuple, or a parameter of a function type.
    package struct Element: Sendable {
        /// The names as they are written; empty without.
        package var names: String
        package var type: TypeStructure
        package var isVariadic = false
    }

    package struct Function: Sendable {
        package var parameters: [Element]
        package var effects: Declaration.Effects
        package var result: TypeStructure
    }

    /// Creates a type of this name.
    package init(named name: String) { self = .named(Name(name)) }

    /// Creates a type of a name with what stands before it.
    package init(path: [String]) {
        let outer = path.dropLast()
        self = .named(Name(qualifier: outer.isEmpty ? nil : TypeStructure(path: Array(outer)), path.last ?? ""))
    }
}

// MARK: - Questions

extension TypeStructure {
    /// The name if nothing stands before it; nil for other types.
    package var simpleName: String? {
        if case .named(let name) = self, name.qualifier == nil { name.name } else { nil }
    }

    /// The last part of the name, without generic arguments; nil for other types.
    package var lastName: String? { if case .named(let name) = self { name.name } else { nil } }

    /// The name with all that stands before it, without generic arguments: `Shop.Deal`; nil for other types.
    package var fullName: String? {
        guard case .named(let name) = self else { return nil }
        guard let qualifier = name.qualifier else { return name.name }
        return qualifier.fullName.map { "\($0).\(name.name)" }
    }

    /// The generic arguments of a name; none for other types.
    package var arguments: [TypeStructure] { if case .named(let name) = self { name.arguments } else { [] } }

    /// Returns the type with these generic arguments, if it is a name.
    package func specialized(by arguments: [TypeStructure]) -> TypeStructure {
        guard case .named(var name) = self else { return self }
        name.arguments = arguments
        return .named(name)
    }

    /// The parts of a composition; itself for another type.
    package var composed: [TypeStructure] { if case .composition(let parts) = self { parts } else { [self] } }

    /// The type without specifiers and attributes.
    package var unmodified: TypeStructure { if case .modified(let base, _, _) = self { base } else { self } }

    package var specifiers: [String] { if case .modified(_, let words, _) = self { words } else { [] } }
    package var attributes: [Declaration.Attribute] { if case .modified(_, _, let all) = self { all } else { [] } }

    /// Returns whether it has an attribute of this name.
    package func hasAttribute(_ name: String) -> Bool { attributes.contains { $0.name == name } }

    package var isImplicitlyUnwrapped: Bool { if case .implicitlyUnwrapped = self { true } else { false } }
    package var isExistential: Bool { if case .existential = self { true } else { false } }
    package var isSuppressed: Bool { if case .suppressed = self { true } else { false } }
    package var isVoid: Bool { self == .tuple([]) }

    /// The type that may be missing; nil if this isn't an optional.
    package var wrapped: TypeStructure? {
        switch self {
        case .optional(let wrapped), .implicitlyUnwrapped(let wrapped): wrapped
        case .named(let name) where isStandard("Optional") && name.arguments.count == 1: name.arguments[0]
        default: nil
        }
    }

    /// The type that may be missing, without `any`: `P` of `(any P)?`.
    package var unmarked: TypeStructure {
        if case .existential(let type) = self { return type }
        return wrapped?.unmarked ?? self
    }

    /// The type of an array's elements; nil if this isn't an array.
    package var element: TypeStructure? {
        switch self {
        case .array(let element): element
        case .named(let name) where isStandard("Array") && name.arguments.count == 1: name.arguments[0]
        default: nil
        }
    }

    /// The types of a dictionary's keys and values; nil if this isn't a dictionary.
    package var keyAndValue: (key: TypeStructure, value: TypeStructure)? {
        switch self {
        case .dictionary(let key, let value): (key, value)
        case .named(let name) where isStandard("Dictionary") && name.arguments.count == 2:
            (name.arguments[0], name.arguments[1])
        default: nil
        }
    }

    /// The function type that it is, without its attributes; nil if it isn't one.
    package var function: Function? { if case .function(let function) = unmodified { function } else { nil } }

    /// Returns whether it is the type of the standard library or Foundation with this name, as far as the text says.
    package func isStandard(_ name: String) -> Bool { standardName == name }

    /// The name without the modules of the standard library and Foundation; nil if it isn't a name.
    package var standardName: String? {
        guard case .named(let name) = self else { return nil }
        guard let qualifier = name.qualifier else { return name.name }
        let modules = ["Swift", "Foundation", "_Concurrency"]
        if let module = qualifier.simpleName, qualifier.arguments.isEmpty, modules.contains(module) { return name.name }
        return fullName
    }

    /// The types that this one consists of, one level deep.
    package var parts: [TypeStructure] {
        switch self {
        case .named(let name): (name.qualifier.map { [$0] } ?? []) + name.arguments
        case .optional(let type), .implicitlyUnwrapped(let type), .array(let type), .existential(let type),
            .opaque(let type), .metatype(let type, _), .suppressed(let type), .packExpansion(let type),
            .packElement(let type), .modified(let type, _, _):
            [type]
        case .dictionary(let key, let value): [key, value]
        case .tuple(let elements): elements.map(\.type)
        case .function(let function): function.parameters.map(\.type) + function.effects.errorTypes + [function.result]
        case .composition(let types): types
        case .unknown: []
        }
    }

    /// Returns whether this type or one within it is as asked for.
    package func contains(where matches: (TypeStructure) -> Bool) -> Bool {
        matches(self) || parts.contains { $0.contains(where: matches) }
    }

    /// Returns whether one of these names occurs in it, with nothing before it.
    package func mentions(_ names: Set<String>) -> Bool {
        !names.isEmpty && contains { $0.simpleName.map(names.contains) ?? false }
    }

    /// Returns the type with some of its parts replaced.
    ///
    /// - Parameter transform: returns what stands for a type, or nil to look into it.
    package func replacing(_ transform: (TypeStructure) -> TypeStructure?) -> TypeStructure {
        if let other = transform(self) { return other }
        func inner(_ type: TypeStructure) -> TypeStructure { type.replacing(transform) }
        func inner(_ elements: [Element]) -> [Element] {
            elements.map { Element(names: $0.names, type: inner($0.type), isVariadic: $0.isVariadic) }
        }
        switch self {
        case .named(let name):
            return .named(
                Name(qualifier: name.qualifier.map(inner), name.written, arguments: name.arguments.map(inner))
            )
        case .optional(let type): return .optional(inner(type))
        case .implicitlyUnwrapped(let type): return .implicitlyUnwrapped(inner(type))
        case .array(let type): return .array(inner(type))
        case .dictionary(let key, let value): return .dictionary(key: inner(key), value: inner(value))
        case .tuple(let elements): return .tuple(inner(elements))
        case .function(var function):
            function.parameters = inner(function.parameters)
            if case .errors(let type) = function.effects.throwing {
                function.effects.throwing = .errors(type.map(inner))
            }
            function.result = inner(function.result)
            return .function(function)
        case .existential(let type): return .existential(inner(type))
        case .opaque(let type): return .opaque(inner(type))
        case .composition(let types): return .composition(types.map(inner))
        case .metatype(let type, let isProtocol): return .metatype(inner(type), isProtocol: isProtocol)
        case .suppressed(let type): return .suppressed(inner(type))
        case .packExpansion(let type): return .packExpansion(inner(type))
        case .packElement(let type): return .packElement(inner(type))
        case .modified(let type, let specifiers, let attributes):
            return .modified(inner(type), specifiers: specifiers, attributes: attributes)
        case .unknown: return self
        }
    }
}

// MARK: - Equality

extension TypeStructure: Hashable {
    /// The type without sugar, and without the modules of the standard library.
    private var plain: TypeStructure {
        replacing { type in
            switch type {
            case .optional(let wrapped), .implicitlyUnwrapped(let wrapped):
                return .named(Name("Optional", arguments: [wrapped.plain]))
            case .array(let element): return .named(Name("Array", arguments: [element.plain]))
            case .dictionary(let key, let value):
                return .named(Name("Dictionary", arguments: [key.plain, value.plain]))
            case .named(let name):
                if type.isStandard("Void"), name.arguments.isEmpty { return .tuple([]) }
                guard let standard = type.standardName, standard == name.name else { return nil }
                return .named(Name(standard, arguments: name.arguments.map(\.plain)))
            default: return nil
            }
        }
    }

    package static func == (left: TypeStructure, right: TypeStructure) -> Bool { left.plain.text == right.plain.text }

    package func hash(into hasher: inout Hasher) { hasher.combine(plain.text) }
}

extension Declaration.Effects {
    package var errorTypes: [TypeStructure] {
        if case .errors(let type?) = throwing { [type] } else { [] }
    }
}
