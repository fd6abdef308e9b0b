/// One implementation of an operation: what it is called, which version it is, and which server it asks.
public struct Identity: Hashable, Sendable, Codable {
    /// What the implementation is called.
    public let name: String
    /// Its version or build. Evidence of one version says nothing about another.
    public let version: String
    /// The server that it asks; empty if it asks none.
    public let server: String

    /// Creates an identity. The three parts go into records and metrics as they are: they must hold no secret.
    public init(_ name: String, version: String = "", server: String = "") {
        self.name = name
        self.version = version
        self.server = server
    }
}

extension Identity: CustomStringConvertible {
    /// `store 2.1 at https://example.org`, without the parts that are empty.
    public var description: String {
        [name, version, server.isEmpty ? "" : "at \(server)"].filter { !$0.isEmpty }.joined(separator: " ")
    }
}

/// The identities of the two implementations that a hand-over joins. Evidence is counted for each pair of its own.
public struct Sides: Hashable, Sendable, Codable {
    /// The legacy implementation.
    public let control: Identity
    /// The replacement.
    public let candidate: Identity

    /// Creates a pair. Throws if both are the same: an implementation compared with itself always matches.
    public init(control: Identity, candidate: Identity) throws(SameIdentity) {
        guard control != candidate else { throw SameIdentity(identity: control) }
        self.init(control, candidate)
    }

    private init(_ control: Identity, _ candidate: Identity) {
        self.control = control
        self.candidate = candidate
    }

    /// The pair of a record, which of a calibration is one implementation twice; nil if a side is missing.
    init?(recordedControl control: Identity?, candidate: Identity?) {
        guard let control, let candidate else { return nil }
        self.init(control, candidate)
    }

    /// Control on both sides.
    var calibration: Sides {
        Sides(control, control)
    }
}

extension Sides: CustomStringConvertible {
    /// `legacy → store 2.1`
    public var description: String {
        "\(control) → \(candidate)"
    }
}

/// Both sides of a hand-over are one implementation.
public struct SameIdentity: Error, Hashable, Sendable, CustomStringConvertible {
    /// The identity that both sides have.
    public let identity: Identity

    /// The reason in words.
    public var description: String {
        "both sides are \(identity): compared with itself, an implementation always matches"
    }
}
