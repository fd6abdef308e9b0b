import SwiftSyntax

/// The declarations of all source files, by name.
struct Catalog: Sendable {
    private(set) var protocols: [String: [ProtocolSite]] = [:]
    private(set) var types: [String: [TypeSite]] = [:]
    private(set) var aliases: [String: TypeSyntax] = [:]
    private(set) var globalActors: Set<String> = ["MainActor"]
    private var sendableExtensions: Set<String> = []

    init(_ sources: [ParsedSource]) {
        for source in sources {
            for var site in source.protocols {
                site.imports = source.imports
                protocols[site.name, default: []].append(site)
            }
            for type in source.types {
                types[type.name, default: []].append(type)
                if type.attributes.contains("globalActor") { globalActors.insert(type.name) }
            }
            aliases.merge(source.aliases) { first, _ in first }
            sendableExtensions.formUnion(source.sendableExtensions)
        }
    }

    /// Returns the protocol with this name; for a name with dots, the last part decides.
    func site(_ name: String) -> ProtocolSite? {
        let bare = Self.bare(name)
        let sites = protocols[bare] ?? []
        return sites.first { $0.qualifiedName == name } ?? sites.first
    }

    /// Returns the name without modules, outer types, generic arguments and backticks.
    static func bare(_ name: String) -> String {
        let plain = name.prefix { $0 != "<" }
        let last = plain.split(separator: ".").last.map(String.init) ?? String(plain)
        return last.filter { $0 != "`" }
    }

    /// Returns whether every type that conforms to the protocol is `Sendable`.
    func impliesSendable(_ name: String) -> Bool {
        var seen: Set<String> = []
        return impliesSendable(Self.bare(name), &seen)
    }

    private func impliesSendable(_ name: String, _ seen: inout Set<String>) -> Bool {
        if Known.sendable.contains(name) { return true }
        guard seen.insert(name).inserted, let site = site(name) else { return false }
        return (site.decl.inheritanceClause?.names ?? []).contains { impliesSendable(Self.bare($0), &seen) }
    }

    /// Returns whether a name can follow `any`.
    func isProtocol(_ name: String) -> Bool {
        let bare = Self.bare(name)
        return protocols[bare] != nil || Known.protocols.contains(bare)
    }

    /// Returns whether values of the named type are known not to be `Sendable` where the fakes are compiled.
    ///
    /// Types that the sources don't declare count as `Sendable`.
    func isKnownUnsendable(_ name: String) -> Bool {
        let bare = Self.bare(name)
        if bare == "Any" || bare == "AnyObject" { return true }
        guard let type = types[bare]?.first, type.kind != .actor else { return false }
        if sendableExtensions.contains(bare) { return false }
        if type.inherits.contains(where: impliesSendable) { return false }
        if type.attributes.contains(where: globalActors.contains) { return false }
        return type.kind == .reference || type.isPublic
    }
}

/// Declarations of the standard library.
enum Known {
    /// Protocols whose conforming types are all `Sendable`.
    static let sendable: Set<String> = ["Sendable", "Error", "Actor", "CodingKey", "LocalizedError"]

    /// Protocols that can follow `any`.
    static let protocols: Set<String> = sendable.union([
        "Equatable", "Hashable", "Comparable", "Identifiable", "Encodable", "Decodable", "Codable",
        "CustomStringConvertible", "CustomDebugStringConvertible", "LosslessStringConvertible", "RawRepresentable",
        "CaseIterable", "Sequence", "Collection", "BidirectionalCollection", "RandomAccessCollection",
        "MutableCollection", "RangeReplaceableCollection", "IteratorProtocol", "AsyncSequence",
        "AsyncIteratorProtocol", "StringProtocol", "Numeric", "SignedNumeric", "BinaryInteger", "FixedWidthInteger",
        "SignedInteger", "UnsignedInteger", "FloatingPoint", "BinaryFloatingPoint", "AdditiveArithmetic",
        "Strideable", "Clock", "InstantProtocol", "DurationProtocol", "SetAlgebra", "OptionSet",
    ])

    /// Words that need backticks as the name of a value.
    static let keywords: Set<String> = [
        "as", "associatedtype", "break", "case", "catch", "class", "continue", "default", "defer", "deinit", "do",
        "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for", "func", "guard", "if", "import",
        "in", "init", "inout", "internal", "is", "let", "nil", "operator", "precedencegroup", "private", "protocol",
        "public", "repeat", "rethrows", "return", "self", "Self", "static", "struct", "subscript", "super", "switch",
        "throw", "throws", "true", "try", "typealias", "var", "where", "while", "Any",
    ]
}

extension String {
    /// The name as code: in backticks if it is a keyword.
    var escaped: String { Known.keywords.contains(self) ? "`\(self)`" : self }

    /// The name with its first letter in upper case.
    var upperCamel: String { prefix(1).uppercased() + dropFirst() }
}
