public import Domain

/// Where to go in an app, or what to have done, as a value.
///
/// Every link can be printed, and what is printed is parsed to the same link (`LinkGrammar.account`).
public struct Link: Hashable, Sendable {
    /// What the link names.
    public let target: Target
    /// The parameters of its target.
    public let parameters: LinkParameters
    /// The screen that asks, which a command's update goes to.
    public let asker: ScreenID?

    /// What a link can name.
    public enum Target: Hashable, Sendable {
        /// A screen to go to.
        case screen(ScreenID)
        /// A command that a feature carries out.
        case command(CommandID)
    }

    /// Creates a link of its parts.
    public init(_ target: Target, parameters: LinkParameters = LinkParameters(), asker: ScreenID? = nil) {
        self.target = target
        self.parameters = parameters
        self.asker = asker
    }
}

/// Names a screen: `orders`.
public typealias ScreenID = Label<Feature.Screen>
/// Names one of a feature's commands: `reserve`.
public typealias CommandName = Label<Feature.Command>

/// Names a command among those of all features: `reservations/reserve`.
public struct CommandID: Hashable, Sendable, CustomStringConvertible {
    /// Whose command it is.
    public let feature: FeatureID
    /// Which of its commands.
    public let name: CommandName

    /// Creates the name of its parts.
    public init(_ feature: FeatureID, _ name: CommandName) {
        self.feature = feature
        self.name = name
    }

    /// As a link has it: `reservations/reserve`.
    public var description: String { "\(feature)/\(name)" }
}

/// What a link tells its target: texts by name.
///
/// Names are labels, of which `screen` is the link's own. A value has at most `maximumValueLength` bytes of UTF-8 and no
/// control character in it; there are at most `maximumCount` of them.
public struct LinkParameters: Hashable, Sendable {
    /// How many parameters a link has at most.
    public static let maximumCount = 16
    /// How many bytes of UTF-8 a value has at most.
    public static let maximumValueLength = 1024

    private var values: [String: String] = [:]

    /// No parameters.
    public init() {}

    /// Creates parameters; throws if a link can't have them.
    public init(_ values: [String: String]) throws(LinkError) {
        for (name, value) in values { try add(value, as: name) }
    }

    /// The value of a parameter, if the link has it.
    public subscript(name: String) -> String? { values[name] }

    /// The parameters' names in alphabetical order.
    public var names: [String] { values.keys.sorted() }

    /// The parameters' names, in no order.
    var unorderedNames: Dictionary<String, String>.Keys { values.keys }

    mutating func add(_ value: String, as name: String) throws(LinkError) {
        guard name != Self.asker, Label<LinkParameters>(text: name) != nil else { throw .malformed }
        guard values[name] == nil else { throw .repeatedParameter }
        guard values.count < Self.maximumCount, value.utf8.count <= Self.maximumValueLength else { throw .tooLong }
        guard !value.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }),
            !value.unicodeScalars.contains(where: { (0x80..<0xA0).contains($0.value) })
        else { throw .malformed }
        values[name] = value
    }

    /// The name that stands for `Link.asker`.
    static let asker = "screen"
}

/// Why a text is no link.
public enum LinkError: Error, Hashable, Sendable, CaseIterable {
    /// No grammar is there for links that begin so.
    case unknownScheme
    /// It is not written as its grammar has it, or holds what no link may hold.
    case malformed
    /// Something is said twice.
    case repeatedParameter
    /// It is longer, or has more or longer parameters, than any link.
    case tooLong
}
