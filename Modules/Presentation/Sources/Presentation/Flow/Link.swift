public import Domain

/// A screen to open or a command to run, as a value.
///
/// Every link can be printed, and parsing the printed text gives the same link (`LinkGrammar.account`).
///
/// Reasons: docs/adr/features-and-links.md.
public struct Link: Hashable, Sendable {
    /// The screen or command.
    public let target: Target
    /// The parameters of the target.
    public let parameters: LinkParameters
    /// The screen that opens the link and receives the command's update.
    public let asker: ScreenID?

    /// The target of a link.
    public enum Target: Hashable, Sendable {
        /// A screen to open.
        case screen(ScreenID)
        /// A command that a feature carries out.
        case command(CommandID)
    }

    /// Creates a link from its parts.
    public init(_ target: Target, parameters: LinkParameters = LinkParameters(), asker: ScreenID? = nil) {
        self.target = target
        self.parameters = parameters
        self.asker = asker
    }
}

/// Identifies a screen: `orders`.
public typealias ScreenID = Label<Feature.Screen>
/// Identifies a command within its feature: `reserve`.
public typealias CommandName = Label<Feature.Command>

/// Identifies a command among those of all features: `reservations/reserve`.
public struct CommandID: Hashable, Sendable, CustomStringConvertible {
    /// The feature of the command.
    public let feature: FeatureID
    /// The name of the command.
    public let name: CommandName

    /// Creates the identifier from its parts.
    public init(_ feature: FeatureID, _ name: CommandName) {
        self.feature = feature
        self.name = name
    }

    /// The identifier as in a link: `reservations/reserve`.
    public var description: String { "\(feature)/\(name)" }
}

/// The parameters of a link: texts by name.
///
/// Names are labels; the name `screen` is reserved for the link itself. A value has at most `maximumValueLength` bytes of UTF-8
/// and contains no control character. A link has at most `maximumCount` parameters.
public struct LinkParameters: Hashable, Sendable {
    /// The maximum number of parameters.
    public static let maximumCount = 16
    /// The maximum length of a value in bytes of UTF-8.
    public static let maximumValueLength = 1024

    private var values: [String: String] = [:]

    /// Creates empty parameters.
    public init() {}

    /// Creates parameters. Throws if a link can't have them.
    public init(_ values: [String: String]) throws(LinkError) {
        for (name, value) in values { try add(value, as: name) }
    }

    /// The value of a parameter, if the link has it.
    public subscript(name: String) -> String? { values[name] }

    /// The parameters' names in alphabetical order.
    public var names: [String] { values.keys.sorted() }

    mutating func add(_ value: String, as name: String) throws(LinkError) {
        guard name != Self.asker, Label<LinkParameters>(text: name) != nil else { throw .malformed }
        guard values[name] == nil else { throw .repeatedParameter }
        guard values.count < Self.maximumCount, value.utf8.count <= Self.maximumValueLength else { throw .tooLong }
        guard !value.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }),
            !value.unicodeScalars.contains(where: { (0x80..<0xA0).contains($0.value) })
        else { throw .malformed }
        values[name] = value
    }

    /// The name of the parameter for `Link.asker`.
    static let asker = "screen"
}

/// Why a text is not a link.
public enum LinkError: Error, Hashable, Sendable, CaseIterable {
    /// There is no grammar for this scheme.
    case unknownScheme
    /// The text doesn't follow its grammar, or contains what no link may contain.
    case malformed
    /// A parameter occurs twice.
    case repeatedParameter
    /// The text is too long, or has too many or too long parameters.
    case tooLong
}
