import Foundation

/// A service from a small grammar, with a check of what its methods send that doesn't depend on how services are written.
struct RandomService {
    private typealias Dice = RandomProtocol.Dice

    /// An argument: its code, its texts in a request, and its JSON.
    private struct Value: Sendable {
        var code: String
        var texts: [String]
        var json: String
    }

    private struct Kind: Sendable {
        var type: String
        var make: @Sendable (inout RandomProtocol.Dice) -> Value
    }

    /// The declaration of the protocol.
    let declaration: String
    /// A function that calls all methods.
    let check: String

    init(_ name: String, using dice: inout RandomProtocol.Dice) {
        let methods = (0..<Int.random(in: 1...4, using: &dice)).map { Self.method("call\($0)", using: &dice) }
        declaration = "/// @service\nprotocol \(name) {\n\(methods.map(\.declaration).joined())}\n"
        check = """

            func check\(name)() async throws {
                let (client, transport) = service([\(methods.map(\.answer).joined(separator: ", "))])
                let service: any \(name) = HTTP\(name)(client)
            \(methods.map(\.calls).joined())\
                expect(transport.requests.count == \(methods.count))
            }

            """
    }

    // MARK: - Values

    private static func text(using dice: inout RandomProtocol.Dice) -> String {
        let parts = [
            "a", "Z", "0", " ", "/", "?", "#", "%", "%41", "&", "=", "+", "{a0}", "ü", "日", "👩‍👩‍👧", ";", "\\", "\"", "..",
        ]
        let count = Int.random(in: 1...6, using: &dice)
        return (0..<count).map { _ in parts.randomElement(using: &dice) ?? "" }.joined() + "x"
    }

    @Sendable private static func string(using dice: inout RandomProtocol.Dice) -> Value {
        let text = text(using: &dice)
        return Value(code: text.debugDescription, texts: [text], json: json(text))
    }

    private static func json(_ text: String) -> String {
        "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }

    private static let leaves = [
        Kind(type: "String", make: string),
        Kind(type: "Int") { dice in
            let number = Int.random(in: -9...9, using: &dice)
            return Value(code: "\(number)", texts: ["\(number)"], json: "\(number)")
        },
        Kind(type: "Bool") { dice in
            let flag = Bool.random(using: &dice)
            return Value(code: "\(flag)", texts: ["\(flag)"], json: "\(flag)")
        },
    ]

    private static func optional(_ kind: Kind) -> Kind {
        Kind(type: kind.type + "?") { dice in
            Bool.random(using: &dice) ? Value(code: "nil", texts: [], json: "") : kind.make(&dice)
        }
    }

    private static func list(_ kind: Kind) -> Kind {
        Kind(type: "[\(kind.type)]") { dice in
            let values = (0..<Int.random(in: 0...3, using: &dice)).map { _ in kind.make(&dice) }
            return Value(
                code: "[\(values.map(\.code).joined(separator: ", "))]",
                texts: values.flatMap(\.texts),
                json: "[\(values.map(\.json).joined(separator: ","))]"
            )
        }
    }

    private static func shapes(of base: Kind) -> [Kind] { [base, optional(base), list(base), optional(list(base))] }
    private static func bodies(of base: Kind) -> [Kind] { [base, list(base), optional(list(base))] }

    private static func leaf(using dice: inout RandomProtocol.Dice) -> Kind {
        leaves.randomElement(using: &dice) ?? leaves[0]
    }

    /// Percent-encodes a text by other means than services do.
    private static func encoded(_ text: String) -> String {
        let letters = "abcdefghijklmnopqrstuvwxyz"
        let unreserved = CharacterSet(charactersIn: letters + letters.uppercased() + "0123456789-._~")
        return text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
    }

    // MARK: - Methods

    private struct Method {
        var declaration: String
        var answer: String
        var calls: String
    }

    /// A method as far as it is known, and what a call of it sends.
    private struct Draft {
        let verb: String
        var annotations: [String] = []
        var parameters: [String] = []
        var arguments: [String] = []
        var template = ""
        var path = ""
        var items: [String] = []
        var implicit: [String] = []
        var headers = ["Accept": "application/json"]
        var body = ""

        init(using dice: inout RandomProtocol.Dice) {
            verb = ["get", "post", "put", "patch", "delete"].randomElement(using: &dice) ?? "get"
            addPath(using: &dice)
            for _ in 0..<Int.random(in: 0...3, using: &dice) { addQuery(using: &dice) }
            if Bool.random(using: &dice) { addHeader(using: &dice) }
            if verb != "get", Bool.random(using: &dice) { addBody(using: &dice) }
        }

        private mutating func add(_ kind: Kind, using dice: inout RandomProtocol.Dice) -> (name: String, value: Value) {
            let parameter = "a\(parameters.count)"
            let value = kind.make(&dice)
            let label = ["\(parameter)", "_ \(parameter)", "with \(parameter)"].randomElement(using: &dice) ?? ""
            parameters.append("\(label): \(kind.type)")
            let before = label.hasPrefix("_") ? "" : label.hasPrefix("with") ? "with: " : "\(parameter): "
            arguments.append(before + value.code)
            return (parameter, value)
        }

        private mutating func addPath(using dice: inout RandomProtocol.Dice) {
            for index in 0..<Int.random(in: 1...3, using: &dice) {
                template += "/s\(index)"
                path += "/s\(index)"
                guard Bool.random(using: &dice) else { continue }
                let (name, value) = add(RandomService.leaf(using: &dice), using: &dice)
                let prefix = ["/", "-", "/v"].randomElement(using: &dice) ?? ""
                template += "\(prefix){\(name)}"
                path += prefix + RandomService.encoded(value.texts[0])
            }
        }

        private mutating func addQuery(using dice: inout RandomProtocol.Dice) {
            let base = RandomService.leaf(using: &dice)
            let kind = RandomService.shapes(of: base).randomElement(using: &dice) ?? base
            let (name, value) = add(kind, using: &dice)
            // Without a body, a parameter needs no annotation where it can't be one.
            let isImplicit = ["get", "delete"].contains(verb) && Bool.random(using: &dice)
            let item = isImplicit ? name : [name, "q-\(name)"].randomElement(using: &dice) ?? name
            if !isImplicit { annotations.append(item == name ? "@query \(name)" : "@query \(item)={\(name)}") }
            let texts = value.texts.map { "\(item)=\(RandomService.encoded($0))" }
            if isImplicit { implicit += texts } else { items += texts }
        }

        private mutating func addHeader(using dice: inout RandomProtocol.Dice) {
            let (name, value) = add(RandomService.optional(RandomService.leaves[1]), using: &dice)
            annotations.append("@header X-Number: {\(name)}")
            headers["X-Number"] = value.texts.first
        }

        private mutating func addBody(using dice: inout RandomProtocol.Dice) {
            let base = RandomService.leaf(using: &dice)
            let kind = RandomService.bodies(of: base).randomElement(using: &dice) ?? base
            let (name, value) = add(kind, using: &dice)
            if verb == "delete" || Bool.random(using: &dice) { annotations.append("@body \(name)") }
            guard value.code != "nil" else { return }
            body = " " + value.json
            headers["Content-Type"] = "application/json"
        }
    }

    private static func method(_ name: String, using dice: inout RandomProtocol.Dice) -> Method {
        let draft = Draft(using: &dice)
        let query = (draft.items + draft.implicit).joined(separator: "&")
        let address = "https://shop.test/v1\(draft.path)\(query.isEmpty ? "" : "?" + query)"
        let line = "\(draft.verb.uppercased()) \(address)\(draft.body)"
        let result = resultOf(using: &dice)
        let comment = draft.annotations.map { "    /// \($0)\n" }.joined()
        let call = "try await service.\(name)(\(draft.arguments.joined(separator: ", ")))"
        let headers = draft.headers.sorted { $0.key < $1.key }.map { "\"\($0.key)\": \"\($0.value)\"" }
        let parameters = draft.parameters.joined(separator: ", ")
        let signature = "\(name)(\(parameters)) async throws\(result.type.map { " -> \($0)" } ?? "")"
        return Method(
            declaration: "    /// @\(draft.verb) \(draft.template)\n\(comment)    func \(signature)\n",
            answer: "answer(\(result.status), \(result.value.json.debugDescription))",
            calls: result.check(call)
                + "    expect(transport.lines.last == \(line.debugDescription))\n"
                + "    expect(transport.requests.last?.headers == [\(headers.joined(separator: ", "))])\n"
        )
    }

    private struct Result {
        var type: String?
        var value: Value
        var status: Int

        func check(_ call: String) -> String {
            if status >= 300 { return "    expect(await failure { \(call) }.hasPrefix(\"status(\(status), \"))\n" }
            return type == nil ? "    \(call)\n" : "    expect(\(call) == \(value.code))\n"
        }
    }

    private static func resultOf(using dice: inout RandomProtocol.Dice) -> Result {
        let base = RandomService.leaf(using: &dice)
        let kinds = [nil, base, list(base), optional(base), optional(list(base))]
        guard let kind = kinds.randomElement(using: &dice) ?? nil else {
            return Result(type: nil, value: Value(code: "", texts: [], json: ""), status: 204)
        }
        let status = [200, 200, 201, 404, 500].randomElement(using: &dice) ?? 200
        return Result(type: kind.type, value: kind.make(&dice), status: status)
    }
}
