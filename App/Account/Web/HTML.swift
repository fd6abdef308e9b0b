/// Markup. Its literal parts are written in the program, and everything else gets in escaped: a `String` has no other way.
///
///     let row: HTML = "<a href=\"/deal?id=\(attribute: id)\">\(title)</a>"
struct HTML: ExpressibleByStringInterpolation, Equatable, Sendable {
    private(set) var markup: String

    init(stringLiteral literal: StaticString) {
        markup = literal.description
    }

    init(stringInterpolation: StringInterpolation) {
        markup = stringInterpolation.markup
    }

    struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var markup = ""

        init(literalCapacity: Int, interpolationCount: Int) {
            markup.reserveCapacity(literalCapacity + 64 * interpolationCount)
        }

        mutating func appendLiteral(_ literal: StaticString) { markup += literal.description }

        /// Appends a text between tags. Its direction of writing doesn't reach what is beside it.
        mutating func appendInterpolation(_ text: String) { markup += "<bdi>" + Self.escaped(text) + "</bdi>" }

        /// Appends a text in the quotes of an attribute, or in an element that has no markup, such as a title.
        mutating func appendInterpolation(attribute text: String) { markup += Self.escaped(text) }

        mutating func appendInterpolation(_ number: Int) { markup += String(number) }

        mutating func appendInterpolation(_ html: HTML?) { markup += html?.markup ?? "" }

        mutating func appendInterpolation(_ parts: [HTML]) { for part in parts { markup += part.markup } }

        private static func escaped(_ text: String) -> String {
            var escaped = ""
            var open = 0
            for scalar in Page.printable(text).unicodeScalars {
                switch scalar {
                case "&": escaped += "&amp;"
                case "<": escaped += "&lt;"
                case ">": escaped += "&gt;"
                case "\"": escaped += "&quot;"
                case "'": escaped += "&#39;"
                // An isolate that the text doesn't end would end with the next one, outside of the text.
                case "\u{2066}"..."\u{2068}":
                    open += 1
                    escaped.unicodeScalars.append(scalar)
                case "\u{2069}" where open == 0: escaped += "\u{FFFD}"
                case "\u{2069}":
                    open -= 1
                    escaped.unicodeScalars.append(scalar)
                default: escaped.unicodeScalars.append(scalar)
                }
            }
            return escaped + String(repeating: "\u{2069}", count: open)
        }
    }
}
