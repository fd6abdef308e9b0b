import Domain

/// A format for links, identified by its scheme. An app has a grammar of its own and may inject others, such as one that old
/// screens still use. Each grammar translates its links to the same values.
public struct LinkGrammar: Sendable {
    /// The scheme of its links, without the colon, in lower case.
    public let scheme: String
    /// Parses a link with this grammar's scheme.
    public let parse: @Sendable (String) throws(LinkError) -> Link

    /// Creates a grammar; `scheme` may be in any case.
    public init(scheme: String, parse: @escaping @Sendable (String) throws(LinkError) -> Link) {
        self.scheme = scheme.lowercased()
        self.parse = parse
    }

    /// The maximum length in bytes of a text that is a link. No printed link is longer.
    public static let maximumLength = 1 << 16

    /// Parses `text` with the one of `grammars` that has its scheme.
    public static func parse(_ text: String, by grammars: [LinkGrammar]) throws(LinkError) -> Link {
        guard text.utf8.count <= maximumLength else { throw .tooLong }
        guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")), colon > text.startIndex else {
            throw .unknownScheme
        }
        let scheme = text[..<colon].lowercased()
        guard let grammar = grammars.first(where: { $0.scheme == scheme }) else { throw .unknownScheme }
        return try grammar.parse(text)
    }
}

// MARK: - The app's own

extension LinkGrammar {
    /// The workspace's grammar, in the notation of RFC 5234:
    ///
    ///     link      = "account://" ( screen / feature "/" command ) [ "?" parameter *( "&" parameter ) ]
    ///     parameter = label "=" *( value / pct-encoded )
    ///
    /// Screen, feature and command are labels; case matters. The parameter `screen` is the screen that opens the link. A value
    /// may contain any character that a query may contain (RFC 3986, section 3.4) except `&`, and letters of any script. A plus
    /// sign stands for itself. Percent-encoded bytes are UTF-8.
    public static let account = LinkGrammar(scheme: "account") { text throws(LinkError) in
        try AccountLinks.parse(text)
    }
}

extension Link: CustomStringConvertible {
    /// The link in the grammar `LinkGrammar.account`, its parameters in alphabetical order.
    public var description: String { AccountLinks.print(self) }
}

/// Parses and prints links byte by byte, because `URLComponents` accepts texts that it prints differently, and is slower.
private enum AccountLinks {
    private static let beginning = "account://"

    static func parse(_ text: String) throws(LinkError) -> Link {
        var text = text
        text.makeContiguousUTF8()
        let bytes = text.utf8
        guard bytes.count <= LinkGrammar.maximumLength else { throw .tooLong }
        // The case of letters counts in no scheme. Other bytes have none.
        guard bytes.count > beginning.utf8.count,
            zip(bytes, beginning.utf8).allSatisfy({ $0 == $1 || (65...90).contains($0) && $0 + 32 == $1 })
        else { throw .malformed }
        let rest = bytes.dropFirst(beginning.utf8.count)
        let question = rest.firstIndex(of: UInt8(ascii: "?"))
        let target = try target(rest[..<(question ?? rest.endIndex)])
        guard let question else { return Link(target) }

        var parameters = LinkParameters()
        var asker: ScreenID?
        let query = rest[rest.index(after: question)...]
        for part in query.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false) {
            guard let equals = part.firstIndex(of: UInt8(ascii: "=")) else { throw .malformed }
            let name = String(Substring(part[..<equals]))
            let value = try decoded(part[part.index(after: equals)...])
            if name == LinkParameters.asker {
                guard asker == nil else { throw .repeatedParameter }
                asker = try label(value)
            } else {
                try parameters.add(value, as: name)
            }
        }
        return Link(target, parameters: parameters, asker: asker)
    }

    private static func target(_ path: Substring.UTF8View) throws(LinkError) -> Link.Target {
        guard let slash = path.firstIndex(of: UInt8(ascii: "/")) else {
            return .screen(try label(String(Substring(path))))
        }
        let feature: FeatureID = try label(String(Substring(path[..<slash])))
        return .command(CommandID(feature, try label(String(Substring(path[path.index(after: slash)...])))))
    }

    private static func label<Subject>(_ text: String) throws(LinkError) -> Label<Subject> {
        guard let label = Label<Subject>(text: text) else { throw .malformed }
        return label
    }

    private static func decoded(_ value: Substring.UTF8View) throws(LinkError) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(value.count)
        var rest = value.makeIterator()
        while let byte = rest.next() {
            if byte == UInt8(ascii: "%") {
                guard let high = rest.next().flatMap(digit), let low = rest.next().flatMap(digit) else {
                    throw .malformed
                }
                bytes.append(high << 4 | low)
            } else {
                guard byte >= 0x80 || mayStandInValues[Int(byte)] else { throw .malformed }
                bytes.append(byte)
            }
        }
        guard let text = String(validating: bytes, as: UTF8.self) else { throw .malformed }
        return text
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }

    static func print(_ link: Link) -> String {
        var text = beginning
        switch link.target {
        case .screen(let screen): text += screen.text
        case .command(let command): text += command.description
        }
        var separator = "?"
        for name in link.parameters.names {
            text += separator + name + "=" + encoded(link.parameters[name] ?? "")
            separator = "&"
        }
        if let asker = link.asker { text += separator + LinkParameters.asker + "=" + asker.text }
        return text
    }

    private static func encoded(_ value: String) -> String {
        let bytes = value.utf8.reduce(into: [UInt8]()) { bytes, byte in
            if byte < 0x80, isUnreserved[Int(byte)] {
                bytes.append(byte)
            } else {
                bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static let digits = Array("0123456789ABCDEF".utf8)
    private static let isUnreserved = table(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~"
    )
    private static let mayStandInValues = table(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~!$'()*+,;=:@/?"
    )

    private static func table(_ characters: String) -> [Bool] {
        characters.utf8.reduce(into: Array(repeating: false, count: 0x80)) { $0[Int($1)] = true }
    }
}
