extension SandboxFault {
    /// Why a text is not a fault. The description is for the person who typed the text.
    public enum ParseError: Error, Equatable, CustomStringConvertible {
        /// No kind has this name.
        case unknownKind(String)
        /// The text after the colon is not a number from 0 to 1.
        case badRate(String)

        /// A sentence that also says what would have been correct.
        public var description: String {
            switch self {
            case .unknownKind(let name):
                "there is no fault \"\(name)\"; there are: "
                    + Kind.allCases.map(\.rawValue).joined(separator: ", ")
            case .badRate(let rate):
                "\"\(rate)\" is no rate; it goes from 0 (never) to 1 (always), as in \"drop:0.5\""
            }
        }
    }

    /// Reads `KIND[:RATE]`, as in `drop` or `unavailable:0.25`.
    public init(_ text: String) throws(ParseError) {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard let kind = Kind(rawValue: parts[0]) else { throw .unknownKind(parts[0]) }
        guard parts.count == 2 else {
            self.init(kind)
            return
        }
        guard let rate = Double(parts[1]), (0...1).contains(rate) else { throw .badRate(parts[1]) }
        self.init(kind, rate: rate)
    }
}
