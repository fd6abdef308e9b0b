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
