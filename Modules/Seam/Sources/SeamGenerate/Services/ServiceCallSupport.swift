/// The file beside the services that puts requests together and reads pages.
enum ServiceCallSupport {
    static let name = "ServiceCall"

    static let text = template + "\n\n" + DateTextSupport.text

    private static let template = #"""
        /// A request that a service puts together.
        ISOLATION struct ServiceCall: Sendable {
            private let method: String
            private var path: String
            /// The query items.
            var query: [String] = []
            /// The fields of a form, which is the body.
            var form: [String] = []
            private var headers = ["Accept": "application/json"]
            private var body: Data?

            /// Creates a call to a path with placeholders: `/users/{user}/deals`.
            init(_ method: String, _ path: String) {
                self.method = method
                self.path = path
            }

            /// Replaces a placeholder of the path. Throws for what would be another path: an empty text, `.` and `..`.
            mutating func path(_ name: String, _ value: some LosslessStringConvertible) throws(ServiceFailure) {
                let text = try Self.text(value, name)
                guard !["", ".", ".."].contains(text) else { throw .unsendable(name) }
                path = path.replacing("{\(name)}", with: Self.encoded(text))
            }

            /// Returns a query item or a field of a form; none if the value is nil.
            static func items(
                _ name: String,
                _ value: (some LosslessStringConvertible)?
            ) throws(ServiceFailure) -> [String] {
                guard let value else { return [] }
                return ["\(encoded(name))=\(encoded(try text(value, name)))"]
            }

            /// Returns an item for each value.
            static func items(
                _ name: String,
                _ values: [some LosslessStringConvertible]?
            ) throws(ServiceFailure) -> [String] {
                var items: [String] = []
                for value in values ?? [] { items += try self.items(name, value) }
                return items
            }

            /// Adds a header, unless the value is nil. Throws for characters that headers can't have.
            mutating func header(
                _ name: String,
                _ value: (some LosslessStringConvertible)?,
                argument: String
            ) throws(ServiceFailure) {
                guard let value else { return }
                let text = try Self.text(value, argument)
                guard text.utf8.allSatisfy({ 0x20..<0x7F ~= $0 }) else { throw .unsendable(argument) }
                headers[name] = text
            }

            // A date has the text that it has in a body.

            mutating func path(_ name: String, _ value: Date) throws(ServiceFailure) {
                try path(name, Self.text(value, name))
            }

            static func items(_ name: String, _ value: Date?) throws(ServiceFailure) -> [String] {
                try items(name, value.map { date throws(ServiceFailure) in try text(date, name) })
            }

            static func items(_ name: String, _ values: [Date]?) throws(ServiceFailure) -> [String] {
                var items: [String] = []
                for value in values ?? [] { items += try self.items(name, value) }
                return items
            }

            mutating func header(_ name: String, _ value: Date?, argument: String) throws(ServiceFailure) {
                if let value { try header(name, Self.text(value, argument), argument: argument) }
            }

            /// Returns the text of a value. Throws for numbers that JSON doesn't have either.
            private static func text(
                _ value: some LosslessStringConvertible,
                _ argument: String
            ) throws(ServiceFailure) -> String {
                if let number = value as? any FloatingPoint, !number.isFinite { throw .unsendable(argument) }
                return value.description
            }

            /// Returns the text of a date. Throws for years beyond 1 to 9999.
            private static func text(_ date: Date, _ argument: String) throws(ServiceFailure) -> String {
                guard let text = text(date) else { throw .unsendable(argument) }
                return text
            }

            /// Returns the text of a date; nil for years beyond 1 to 9999.
            static func text(_ date: Date) -> String? { ISO8601.text(date) }

            /// Reads a date; nil for a text in another form.
            static func date(_ text: String) -> Date? { ISO8601.date(text) }

            /// Sets the body to JSON, unless the value is nil.
            mutating func body(
                _ value: (some Encodable)?,
                argument: String,
                _ encoder: JSONEncoder
            ) throws(ServiceFailure) {
                guard let value else { return }
                do {
                    body = try encoder.encode(value)
                    headers["Content-Type"] = headers["Content-Type"] ?? "application/json"
                } catch {
                    throw .unsendable(argument)
                }
            }

            /// Sets the body to bytes, unless there are none.
            mutating func bytes(_ value: Data?) {
                guard let value else { return }
                body = value
                headers["Content-Type"] = headers["Content-Type"] ?? "application/octet-stream"
            }

            /// Returns the request to a server.
            func request(to base: URL) throws(ServiceFailure) -> ServiceRequest {
                guard var address = URLComponents(url: base, resolvingAgainstBaseURL: true) else {
                    throw .unsendable("base")
                }
                while address.percentEncodedPath.hasSuffix("/") { address.percentEncodedPath.removeLast() }
                address.percentEncodedPath += path
                address.percentEncodedQuery = query.isEmpty ? nil : query.joined(separator: "&")
                address.fragment = nil
                guard let url = address.url else { throw .unsendable("base") }
                guard !form.isEmpty else {
                    return ServiceRequest(method: method, url: url, headers: headers, body: body)
                }
                var headers = headers
                headers["Content-Type"] = headers["Content-Type"] ?? "application/x-www-form-urlencoded"
                let body = Data(form.joined(separator: "&").utf8)
                return ServiceRequest(method: method, url: url, headers: headers, body: body)
            }

            /// Returns the text with all bytes encoded that could have a meaning in a URL.
            private static func encoded(_ text: String) -> String {
                var encoded = ""
                for byte in text.utf8 {
                    switch byte {
                    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                        UInt8(ascii: "~"):
                        encoded.unicodeScalars.append(Unicode.Scalar(byte))
                    default:
                        encoded += (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
                    }
                }
                return encoded
            }
        }

        /// A page of a list.
        ISOLATION protocol ServicePage: Decodable {
            associatedtype PageItem

            /// The elements.
            var items: [PageItem] { get }
            /// What asks for the next page.
            var next: PageToken? { get }
        }

        extension ServicePage {
            ISOLATION var next: PageToken? { nil }
        }

        /// A page that is nothing but its elements.
        ISOLATION struct ListPage<Item: Decodable>: ServicePage {
            let items: [Item]

            init(from decoder: any Decoder) throws {
                items = try decoder.singleValueContainer().decode([Item].self)
            }
        }

        /// The token of a page: a text or a number.
        ISOLATION struct PageToken: Decodable {
            let text: String

            init(from decoder: any Decoder) throws {
                let container = try decoder.singleValueContainer()
                if let number = try? container.decode(Int.self) {
                    text = String(number)
                } else {
                    text = try container.decode(String.self)
                }
            }
        }

        /// The header `Link`: `</deals?page=2>; rel="next"`.
        ISOLATION enum PageLink {
            /// Returns the target of the first link to the next page.
            static func next(in header: String) -> String? {
                var rest = Substring(header)
                while let start = rest.firstIndex(of: "<"), let end = rest[start...].firstIndex(of: ">") {
                    let target = rest[rest.index(after: start)..<end]
                    rest = rest[rest.index(after: end)...]
                    var relation: String?
                    while let (name, value) = parameter(&rest) {
                        if name == "rel" { relation = relation ?? value }
                    }
                    let relations = (relation ?? "").lowercased().split(separator: " ")
                    if relations.contains("next") { return String(target) }
                }
                return nil
            }

            /// Returns the address of a link, unless it is at another server than the page.
            static func url(_ link: String, from page: URL) -> URL? {
                // An empty link is the page itself.
                if link.isEmpty { return page }
                guard let url = URL(string: link, relativeTo: page)?.absoluteURL else { return nil }
                return origin(url) == origin(page) ? url : nil
            }

            private static func origin(_ url: URL) -> [String] {
                let scheme = url.scheme?.lowercased() ?? ""
                let port = url.port ?? (scheme == "https" ? 443 : 80)
                return [scheme, url.host?.lowercased() ?? "", String(port)]
            }

            /// Takes `; name=value` or `; name="value"` from the beginning of a text; returns nil at the end of a link.
            private static func parameter(_ rest: inout Substring) -> (name: String, value: String)? {
                rest = rest.drop { $0 == " " || $0 == "\t" }
                guard rest.first == ";" else { return nil }
                let name = rest.dropFirst().prefix { !"=;,".contains($0) }
                rest = rest[name.endIndex...]
                var value = ""
                if rest.first == "=" {
                    rest = rest.dropFirst().drop { $0 == " " || $0 == "\t" }
                    if rest.first == "\"" {
                        rest.removeFirst()
                        while let character = rest.popFirst(), character != "\"" {
                            value.append(character == "\\" ? rest.popFirst() ?? character : character)
                        }
                    } else {
                        value = String(rest.prefix { !";,".contains($0) })
                        rest = rest.dropFirst(value.count)
                    }
                }
                return (trimmed(name).lowercased(), trimmed(value[...]))
            }

            private static func trimmed(_ text: Substring) -> String {
                var text = text.drop { $0 == " " || $0 == "\t" }
                while text.last == " " || text.last == "\t" { text.removeLast() }
                return String(text)
            }
        }
        """#
}
