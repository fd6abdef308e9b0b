import LoopbackHTTP

/// Something that goes wrong on purpose, always or for a share of the requests.
public struct SandboxFault: Hashable, Sendable {
    /// What goes wrong. All kinds but `signInRefused` act on orders, addresses and, where it applies, searches.
    public enum Kind: String, CaseIterable, Sendable {
        /// The connection is closed without a response.
        case drop
        /// The connection is closed halfway through the announced body.
        case cut
        /// A change is made, and the connection is closed without a response. Acts only on changes.
        case dropApplied = "drop-applied"
        /// The server never responds.
        case silent
        /// The server sends the headers and half of the body, and then nothing.
        case stall
        /// The body never ends; about 1 MB/s.
        case endless
        /// A complete response whose JSON ends in the middle.
        case truncated
        /// A page of HTML with status 200.
        case html
        /// JSON of another shape than the dialect's.
        case malformed
        /// Status 401 in the format of the dialect. Searches need no token and are not affected.
        case unauthorised
        /// Status 429 with `Retry-After: 7`.
        case tooManyRequests = "too-many-requests"
        /// Status 503.
        case unavailable
        /// Status 500.
        case serverError = "server-error"
        /// Sign-in is refused, even with the right password.
        case signInRefused = "sign-in-refused"
        /// One order has a state that the dialect doesn't define. Addresses and names have no state and are not affected.
        case unknownStatus = "unknown-status"
        /// The first record comes twice.
        case duplicateID = "duplicate-id"
        /// One record lacks a mandatory field.
        case unreadableRecord = "unreadable-record"
        /// One deal's end, or a telephone number, is in a format that isn't agreed. Other lists have neither and are not
        /// affected.
        case unknownFormat = "unknown-format"
        /// `generated_at` is two days ago. Searches have no such field and are not affected.
        case stale
    }

    /// What goes wrong.
    public var kind: Kind
    /// The share of requests that are affected, 0 to 1. With the same seed, the same requests are affected on every run.
    public var rate: Double
    /// The only requests that are affected; `nil` if all are that the kind acts on.
    public var target: Target?

    /// Creates a fault, which acts on every request by default.
    ///
    /// - Parameters:
    ///   - kind: What goes wrong.
    ///   - rate: The share of requests, limited to 0...1; not-a-number counts as 0.
    ///   - target: The only requests that are affected.
    public init(_ kind: Kind, rate: Double = 1, on target: Target? = nil) {
        self.kind = kind
        self.rate = rate >= 0 ? min(rate, 1) : 0
        self.target = target
    }

    /// The requests with one method and path, such as `PUT /settings`.
    ///
    /// A fault with a target acts on requests for tokens too, and on the collector's, if its kind replaces or breaks a
    /// response.
    public struct Target: Hashable, Sendable {
        /// The method, in capitals.
        public let method: String
        /// The path, percent-encoded. If it ends with a slash, all paths below it.
        public let path: String

        /// Creates a target.
        public init(_ method: String, _ path: String) {
            self.method = method
            self.path = path
        }

        func matches(_ request: DialectRequest) -> Bool {
            guard request.method == method else { return false }
            return path.hasSuffix("/") ? request.path.hasPrefix(path) : request.path == path
        }
    }
}

extension SandboxFault {
    /// Why a text is not a fault. The description is for the person who typed the text.
    public enum ParseError: Error, Equatable, CustomStringConvertible {
        /// No kind has this name.
        case unknownKind(String)
        /// The text after the colon is not a number from 0 to 1.
        case badRate(String)
        /// The text after the at sign is not a method and a path.
        case badTarget(String)

        /// A sentence that also says what would have been correct.
        public var description: String {
            switch self {
            case .unknownKind(let name):
                "there is no fault \"\(name)\"; there are: "
                    + Kind.allCases.map(\.rawValue).joined(separator: ", ")
            case .badRate(let rate):
                "\"\(rate)\" is no rate; it goes from 0 (never) to 1 (always), as in \"drop:0.5\""
            case .badTarget(let target):
                "\"\(target)\" is no request; it has a method and a path, as in \"drop@PUT /settings\""
            }
        }
    }

    /// Reads `KIND[:RATE][@METHOD PATH]`, as in `drop`, `unavailable:0.25` or `drop:0.5@PUT /settings`.
    public init(_ text: String) throws(ParseError) {
        let halves = text.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let parts = halves[0].split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard let kind = Kind(rawValue: parts[0]) else { throw .unknownKind(parts[0]) }
        self.init(kind)
        if parts.count == 2 {
            guard let rate = Double(parts[1]), (0...1).contains(rate) else { throw .badRate(parts[1]) }
            self.rate = rate
        }
        if halves.count == 2 { target = try Target(halves[1]) }
    }
}

extension SandboxFault.Target {
    /// Reads `METHOD PATH`.
    fileprivate init(_ text: String) throws(SandboxFault.ParseError) {
        let parts = text.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2, !parts[0].isEmpty, parts[0].allSatisfy({ ("A"..."Z").contains($0) }),
            parts[1].hasPrefix("/")
        else { throw .badTarget(text) }
        self.init(parts[0], parts[1])
    }
}
