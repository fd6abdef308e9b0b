public import SeamKit

/// Options for the fakes.
public struct MockOptions: Sendable, Hashable {
    /// Access levels of a fake.
    public enum Access: String, Sendable, CaseIterable {
        case `internal`
        case package
        case `public`
    }

    /// Names of the protocols that get a fake; `*` stands for any characters. All protocols if empty.
    public var protocols: [String]
    /// The imports at the beginning of every fake: `Shop`, `public Shop`, `@testable Shop`.
    public var imports: [String]
    /// The access level of every fake; that of its protocol if nil.
    public var access: Access?
    /// Whether declarations without an isolation are isolated to the main actor, in the modules of both the protocols
    /// and the fakes.
    public var isMainActorDefault: Bool
    /// The command that is named in headers.
    public var command: String

    /// Creates options.
    public init(
        protocols: [String] = [],
        imports: [String] = [],
        access: Access? = nil,
        isMainActorDefault: Bool = false,
        command: String = "seam mocks"
    ) {
        self.protocols = protocols
        self.imports = imports
        self.access = access
        self.isMainActorDefault = isMainActorDefault
        self.command = command
    }

    /// Returns the names and patterns that no protocol of some sources has.
    public func unmatched(in sources: [SwiftDocument]) -> [String] {
        guard !protocols.isEmpty else { return [] }
        let names = Catalog(of: sources).protocols.map(\.name)
        return protocols.filter { pattern in !names.contains { Wildcard.matches($0, pattern: pattern) } }
    }

    func selects(_ name: String) -> Bool {
        protocols.isEmpty || protocols.contains { Wildcard.matches(name, pattern: $0) }
    }
}

/// Patterns in which `*` stands for any characters.
enum Wildcard {
    static func matches(_ name: String, pattern: String) -> Bool {
        let parts = pattern.split(separator: "*", omittingEmptySubsequences: false).map(String.init)
        guard parts.count > 1, let first = parts.first, let last = parts.last else { return name == pattern }
        guard name.hasPrefix(first), name.hasSuffix(last), name.count >= first.count + last.count else { return false }
        var rest = name.dropFirst(first.count).dropLast(last.count)
        for part in parts.dropFirst().dropLast() where !part.isEmpty {
            guard let range = rest.firstRange(of: part) else { return false }
            rest = rest[range.upperBound...]
        }
        return true
    }
}
