import SeamKit

/// Reads a method of a service with its annotations.
struct ServiceMethodReader {
    let node: Declaration
    let types: ServiceTypes
    /// The errors that are declared for all methods.
    let sharedErrors: [String]

    /// The parts of the request, and the parameters that are in one.
    private struct Request {
        var parts: [RequestPart] = []
        var used: Set<String> = []
        var hasBody = false
    }

    /// Returns the method.
    func method() throws(Refusal) -> ServiceMethod {
        try checkDeclaration()
        let annotations = ServiceAnnotations(above: node)
        if let reason = ServiceAnnotations.words.problem(in: node.comment) { throw Refusal(node, reason) }
        let verbs = annotations.items.filter { $0.word.isVerb }
        guard let verb = verbs.first else {
            throw Refusal(node, "its comment has no `@get PATH`, or another HTTP method")
        }
        if verbs.count > 1 { throw Refusal(node, "it has two HTTP methods") }
        if annotations.items.contains(where: { $0.word == .service }) {
            throw Refusal(node, "`@service` is for protocols")
        }
        let parameters = try parameters()
        let request = try request(
            verb: verb.word,
            path: verb.argument,
            annotations: annotations,
            parameters: parameters
        )
        return ServiceMethod(
            signature: signature(),
            modifiers: node.modifiers.map(\.name).filter { $0 == "nonisolated" },
            attributes: node.attributes.map(\.text),
            names: parameters.map(\.name),
            verb: verb.word.rawValue.uppercased(),
            path: verb.argument,
            parts: request.parts,
            result: try result(verb: verb.word, annotations: annotations, request: request),
            errors: try errors(in: annotations)
        )
    }

    // MARK: - The declaration

    private func checkDeclaration() throws(Refusal) {
        if let word = node.modifiers.first(where: { ["static", "class", "mutating"].contains($0.name) }) {
            throw Refusal(node, "it is `\(word.name)`")
        }
        if !node.genericParameters.isEmpty || !node.genericRequirements.isEmpty {
            throw Refusal(node, "it is generic")
        }
        for attribute in node.attributes where !attribute.isAvailability {
            throw Refusal(node, "it has an attribute other than `@available`")
        }
        if !node.effects.isAsync { throw Refusal(node, "it is not `async`") }
        guard case .errors = node.effects.throwing else {
            throw Refusal(node, "it can't throw, and any request may fail")
        }
    }

    private func parameters() throws(Refusal) -> [Declaration.Parameter] {
        let parameters = node.parameters
        for parameter in parameters {
            func refuse(_ reason: String) -> Refusal { Refusal(node, reason, at: parameter.offset) }
            if parameter.name == "_" { throw refuse("a parameter has no name") }
            if parameter.isVariadic { throw refuse("`\(parameter.name)` is variadic") }
            if case .modified = parameter.type {
                throw refuse("`\(parameter.name)` has an attribute or a specifier such as `inout`")
            }
        }
        return parameters
    }

    private func signature() -> String {
        let parameters = node.parameters.map { "\($0.writtenNames): \(types.written($0.type))" }
        let result = node.result.map { " -> " + types.written($0) } ?? ""
        let effects = node.effects.text { types.written($0) }
        return "func \(node.writtenName)(\(parameters.joined(separator: ", "))) \(effects)\(result)"
    }

    // MARK: - The request

    private func request(
        verb: ServiceAnnotations.Word,
        path: String,
        annotations: ServiceAnnotations,
        parameters: [Declaration.Parameter]
    ) throws(Refusal) -> Request {
        var request = Request()
        for placeholder in try placeholders(in: path) {
            let text = try text(for: placeholder, in: .path, parameters: parameters, request: &request)
            let part = RequestPart.path(placeholder, text)
            if !request.parts.contains(part) { request.parts.append(part) }
        }
        for argument in annotations.arguments(of: .query) {
            try addItem(argument, word: .query, parameters: parameters, to: &request)
        }
        let form = annotations.arguments(of: .form)
        for argument in form { try addItem(argument, word: .form, parameters: parameters, to: &request) }
        for argument in annotations.arguments(of: .header) {
            try addHeader(argument, parameters: parameters, to: &request)
        }
        let bodies = annotations.arguments(of: .body)
        if bodies.count + (form.isEmpty ? 0 : 1) > 1 { throw Refusal(node, "it has two bodies") }
        if !form.isEmpty { try checkBody(for: verb, request: &request) }
        var rest = parameters.filter { !request.used.contains($0.name) }
        if let body = bodies.first {
            guard let parameter = rest.first(where: { $0.name == body }) else {
                throw Refusal(node, "`@body` takes the name of a parameter that has no other place")
            }
            rest.removeAll { $0.name == body }
            try addBody(parameter, verb: verb, to: &request)
        } else if !form.isEmpty, let other = rest.first {
            throw Refusal(node, "`\(other.name)` has no place: say `@form \(other.name)` or `@query \(other.name)`")
        } else if [.post, .put, .patch].contains(verb), let body = rest.first {
            if rest.count > 1 {
                let names = rest.map { "`\($0.name)`" }.joined(separator: " or ")
                throw Refusal(node, "\(names) could be the body: say `@body NAME` or `@query NAME`")
            }
            rest = []
            try addBody(body, verb: verb, to: &request)
        }
        for parameter in rest { try addItem(parameter.name, word: .query, parameters: parameters, to: &request) }
        return request
    }

    /// Returns what stands in braces, or why the path isn't one.
    private func placeholders(in path: String) throws(Refusal) -> [String] {
        guard path.hasPrefix("/") else { throw Refusal(node, "its path doesn't begin with a slash") }
        if path.contains("?") { throw Refusal(node, "its path has a query: say `@query NAME`") }
        let placeholder = /\{([^{}]*)\}/
        let fixed = path.replacing(placeholder, with: "x")
        guard fixed.wholeMatch(of: /(?:[A-Za-z0-9\-._~!$&'()*+,;=:@\/]|%[0-9A-Fa-f]{2})*/) != nil else {
            throw Refusal(node, "its path has characters that a path can't have")
        }
        if fixed.split(separator: "/").contains(where: { $0 == "." || $0 == ".." }) {
            throw Refusal(node, "its path has steps with one or two dots")
        }
        return path.matches(of: placeholder).map { String($0.output.1) }
    }

    /// Returns the text of `user` or `user.id`, as code.
    private func text(
        for placeholder: String,
        in place: ServiceTypes.Place,
        parameters: [Declaration.Parameter],
        request: inout Request
    ) throws(Refusal) -> String {
        guard let match = placeholder.wholeMatch(of: /([A-Za-z_][A-Za-z0-9_]*)((?:\.[A-Za-z_][A-Za-z0-9_]*)*)/),
            let parameter = parameters.first(where: { $0.name == match.output.1 })
        else { throw Refusal(node, "`{\(placeholder)}` is no parameter") }
        request.used.insert(parameter.name)
        do throws(ServiceTypes.Unfit) {
            return try types.text(
                of: parameter.name.escaped,
                type: parameter.type,
                property: String(match.output.2),
                in: place
            )
        } catch {
            throw Refusal(node, "`\(parameter.name)`: \(error.reason)", at: parameter.offset)
        }
    }

    /// Adds `page`, `page_number={page}` or `order=newest`.
    private func addItem(
        _ argument: String,
        word: ServiceAnnotations.Word,
        parameters: [Declaration.Parameter],
        to request: inout Request
    ) throws(Refusal) {
        guard let match = argument.wholeMatch(of: /([^\s={}"\\]+)(?:=(.*))?/) else {
            throw Refusal(node, "`@\(word.rawValue)` takes NAME, NAME={PARAMETER} or NAME=TEXT")
        }
        let name = String(match.output.1)
        let value = match.output.2.map(String.init) ?? "{\(name)}"
        let inner = String(value.dropFirst().dropLast())
        let text =
            try value.isInBraces
            ? text(for: inner, in: .query, parameters: parameters, request: &request) : value.quoted
        request.parts.append(word == .form ? .form(name, text) : .query(name, text))
    }

    /// Adds `X-Trace: {trace}` or `Accept-Language: de`.
    private func addHeader(
        _ argument: String,
        parameters: [Declaration.Parameter],
        to request: inout Request
    ) throws(Refusal) {
        guard let match = argument.wholeMatch(of: /([A-Za-z0-9!#$%&'*+\-.^_|~]+): *([\x20-\x7E]+)/) else {
            throw Refusal(node, "`@header` takes NAME: {PARAMETER} or NAME: TEXT")
        }
        let value = String(match.output.2)
        let inner = String(value.dropFirst().dropLast())
        let text =
            try value.isInBraces
            ? text(for: inner, in: .header, parameters: parameters, request: &request) : value.quoted
        request.parts.append(.header(String(match.output.1), text, value.isInBraces ? inner : ""))
    }

    private func addBody(
        _ parameter: Declaration.Parameter,
        verb: ServiceAnnotations.Word,
        to request: inout Request
    ) throws(Refusal) {
        try checkBody(for: verb, request: &request)
        request.used.insert(parameter.name)
        let name = parameter.name.escaped
        if (parameter.type.wrapped ?? parameter.type).isStandard("Data") {
            request.parts.append(.bytes(name))
        } else {
            request.parts.append(.body(try wire(parameter.type, at: parameter.offset).json(name), parameter.name))
        }
    }

    private func checkBody(for verb: ServiceAnnotations.Word, request: inout Request) throws(Refusal) {
        if [.get, .head].contains(verb) { throw Refusal(node, "a \(verb.rawValue.uppercased()) request has no body") }
        request.hasBody = true
    }

    private func wire(_ type: TypeStructure, at offset: Int? = nil) throws(Refusal) -> Wire {
        do throws(ServiceTypes.Unfit) { return try types.wire(type) } catch {
            throw Refusal(node, error.reason, at: offset)
        }
    }

    // MARK: - The answer

    private func result(
        verb: ServiceAnnotations.Word,
        annotations: ServiceAnnotations,
        request: Request
    ) throws(Refusal) -> ServiceResult {
        let pages = annotations.arguments(of: .pages)
        if pages.count > 1 { throw Refusal(node, "it has `@pages` twice") }
        let type = node.result.flatMap { $0.isVoid ? nil : $0 }
        if verb == .head, type != nil {
            throw Refusal(
                node,
                "the answer to a HEAD request has no body: return nothing; a status other than 2xx throws"
            )
        }
        if type?.isStandard("Data") == true {
            if !pages.isEmpty { throw Refusal(node, "`@pages` is for methods that return an array") }
            return .bytes
        }
        let wire: Wire? = try type.map { type throws(Refusal) in try self.wire(type) }
        if let argument = pages.first {
            guard case .list(let element)? = wire else {
                throw Refusal(node, "`@pages` is for methods that return an array")
            }
            if verb != .get { throw Refusal(node, "`@pages` is for `@get`") }
            return .pages(try Self.pages(argument: argument, request: request, node: node), element: element)
        }
        switch wire {
        case nil: return .nothing
        case .nullable(.codable("Data"))?:
            throw Refusal(node, "it returns `Data?`: return `Data`, which is empty for an empty body")
        case .nullable(let wire)?: return .optional(wire)
        case let wire?: return .value(wire)
        }
    }

    /// Reads `link`, `link items=deals` or `items=deals token=next query=page`, each with `limit=20`.
    private static func pages(
        argument: String,
        request: Request,
        node: Declaration
    ) throws(Refusal) -> ServicePages {
        var pages = ServicePages()
        var hasLink = false
        for word in argument.split(separator: " ") {
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            switch (parts[0], parts.count > 1 && parts[1].wholeMatch(of: /[^"\\]+/) != nil ? parts[1] : nil) {
            case ("link", nil) where parts.count == 1: hasLink = true
            case ("items", let name?): pages.items = name
            case ("token", let name?): pages.token = name
            case ("query", let name?): pages.query = name
            case ("limit", let count?):
                guard let count = Int(count), count > 0 else { throw Refusal(node, "`limit` is no number") }
                pages.limit = count
            default: throw Refusal(node, "`@pages` doesn't know `\(word)`")
            }
        }
        let hasToken = pages.items != nil && pages.token != nil && pages.query != nil
        guard hasLink ? pages.token == nil && pages.query == nil : hasToken else {
            throw Refusal(
                node,
                "`@pages` takes `link`, or `items=FIELD token=FIELD query=NAME`"
            )
        }
        let isTaken = request.parts.contains { part in
            if case .query(let name, _) = part { name == pages.query } else { false }
        }
        if isTaken { throw Refusal(node, "the query item of `@pages` is one of the method's own") }
        return pages
    }

    private func errors(in annotations: ServiceAnnotations) throws(Refusal) -> [ServiceErrorRule] {
        let thrown: TypeStructure? = if case .errors(let type) = node.effects.throwing { type } else { nil }
        let type = thrown?.text ?? "any Error"
        let own = annotations.arguments(of: .error)
        if type == "ServiceFailure" {
            if !own.isEmpty { throw Refusal(node, "it throws `ServiceFailure`, so `@error` has no meaning") }
            return []
        }
        var rules: [ServiceErrorRule] = []
        for argument in own + sharedErrors {
            guard let rule = ServiceErrorRule(argument: argument) else {
                throw Refusal(
                    node,
                    "`@error` takes a status, `4xx`, `cancelled` or `other`, and then the error as Swift code"
                )
            }
            if !rules.contains(where: { $0.occasion == rule.occasion }) { rules.append(rule) }
        }
        let isComplete = [.cancelled, .other].allSatisfy { occasion in rules.contains { $0.occasion == occasion } }
        guard type == "any Error" || isComplete else {
            throw Refusal(node, "it throws `\(type)`: say which with `@error cancelled` and `@error other`")
        }
        return rules.sorted { $0.order < $1.order }
    }
}

extension ServiceErrorRule {
    /// Reads `404 DealsError.notFound`; nil if it is something else.
    init?(argument: String) {
        let parts = argument.split(separator: " ", maxSplits: 1).map(String.init)
        guard parts.count == 2 else { return nil }
        code = parts[1]
        guard SwiftDocument(path: "", text: "throw \(code)").problem == nil else { return nil }
        switch parts[0] {
        case "cancelled": occasion = .cancelled
        case "other": occasion = .other
        case let word where word.wholeMatch(of: /[1345]xx/) != nil: occasion = .family(Int(word.prefix(1)) ?? 0)
        case let word where word.wholeMatch(of: /[1345]\d\d/) != nil: occasion = .status(Int(word) ?? 0)
        default: return nil
        }
    }

    /// The place in a list in which the first rule that fits counts.
    fileprivate var order: Int {
        switch occasion {
        case .status(let status): status
        case .family(let digit): 1000 + digit
        case .cancelled: 2000
        case .other: 2001
        }
    }
}

extension String {
    /// Whether the text is a placeholder.
    fileprivate var isInBraces: Bool { count > 2 && hasPrefix("{") && hasSuffix("}") }
}
