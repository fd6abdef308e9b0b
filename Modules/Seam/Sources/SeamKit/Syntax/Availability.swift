package import SwiftSyntax

/// Where a declaration can be used, according to its `@available` attributes and those of the declarations around it.
package struct Availability: Sendable {
    /// The attributes that limit where it is available, as they are written.
    package private(set) var attributes: [String] = []
    package private(set) var isDeprecated = false
    /// Whether something limits it in a way that can't be compared.
    package private(set) var isUnclear = false
    /// The first version of each platform that has it.
    private var versions: [String: [Int]] = [:]
    /// More than any version: the platform doesn't have it.
    private static let never = [Int.max]

    /// Whether it can be used everywhere.
    package var isUnlimited: Bool { versions.isEmpty && !isUnclear }

    package init() {}

    /// Reads the attributes of a node and of all nodes around it.
    package init(of node: some SyntaxProtocol) {
        var around: Syntax? = Syntax(node)
        while let current = around {
            for element in current.attributeList {
                guard let attribute = element.as(AttributeSyntax.self) else {
                    isUnclear = isUnclear || element.tokens(viewMode: .all).contains { $0.text == "available" }
                    continue
                }
                if attribute.attributeName.trimmedDescription == "available" { add(attribute) }
            }
            around = current.parent
        }
    }

    package mutating func add(_ other: Availability) {
        attributes += other.attributes.filter { !attributes.contains($0) }
        isDeprecated = isDeprecated || other.isDeprecated
        isUnclear = isUnclear || other.isUnclear
        for (platform, version) in other.versions { add(version, for: platform) }
    }

    /// Returns whether the other is available wherever this one is.
    package func covers(_ other: Availability) -> Bool {
        !other.isUnclear
            && other.versions.allSatisfy { platform, version in
                versions[platform].map { !$0.lexicographicallyPrecedes(version) } ?? false
            }
    }

    /// Returns whether what is available as this one is can use the other, without a warning that it wouldn't have.
    package func includes(_ other: Availability) -> Bool { covers(other) && (isDeprecated || !other.isDeprecated) }

    private mutating func add(_ attribute: AttributeSyntax) {
        guard case .availability(let arguments)? = attribute.arguments else { return isUnclear = true }
        var platform = ""
        var isLimited = false
        for argument in arguments {
            switch argument.argument {
            case .availabilityVersionRestriction(let restriction):
                add(Self.numbers(of: restriction.version), for: restriction.platform.text)
                isLimited = true
            case .token(let token):
                switch token.text {
                case "deprecated": isDeprecated = true
                case "unavailable":
                    add(Self.never, for: platform)
                    isLimited = true
                case "noasync": isUnclear = true
                default: platform = token.text
                }
            case .availabilityLabeledArgument(let labeled):
                switch (labeled.label.text, labeled.value) {
                case ("introduced", .version(let version)):
                    add(Self.numbers(of: version), for: platform)
                    isLimited = true
                case ("deprecated", _): isDeprecated = true
                case ("message", _), ("renamed", _): break
                default: isUnclear = true
                }
            }
        }
        if isLimited { attributes.append(attribute.trimmedDescription) }
    }

    private mutating func add(_ version: [Int], for platform: String) {
        if let known = versions[platform], !known.lexicographicallyPrecedes(version) { return }
        versions[platform] = version
    }

    /// Returns the numbers of a version without zeros at its end, so that 15 and 15.0 are the same.
    private static func numbers(of version: VersionTupleSyntax?) -> [Int] {
        guard let version else { return [] }
        let all = [Int(version.major.text) ?? 0] + version.components.map { Int($0.number.text) ?? 0 }
        return Array(all.reversed().drop { $0 == 0 }.reversed())
    }
}
