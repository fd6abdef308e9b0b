/// One implementation of an operation: its name, its version, and the server that it calls.
public struct Identity: Hashable, Sendable, Codable {
    /// The name of the implementation.
    public let name: String
    /// Its version or build. Evidence of one version says nothing about another.
    public let version: String
    /// The server that it calls; empty if there is none.
    public let server: String

    /// Creates an identity. The three parts are written to records and metrics unchanged, so they must not contain secrets.
    public init(_ name: String, version: String = "", server: String = "") {
        self.name = name
        self.version = version
        self.server = server
    }
}

extension Identity: CustomStringConvertible {
    /// The parts that are not empty: `store 2.1 at https://example.org`.
    public var description: String {
        [name, version, server.isEmpty ? "" : "at \(server)"].filter { !$0.isEmpty }.joined(separator: " ")
    }
}

/// The identities of the two implementations that a hand-over joins. Evidence is counted for each pair separately.
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

    /// Creates the pair of a record; a calibration has one implementation twice. Returns nil if a side is missing.
    init?(recordedControl control: Identity?, candidate: Identity?) {
        guard let control, let candidate else { return nil }
        self.init(control, candidate)
    }

    /// The pair with control on both sides.
    var calibration: Sides {
        Sides(control, control)
    }
}

extension Sides: CustomStringConvertible {
    /// The pair as text: `legacy → store 2.1`.
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
