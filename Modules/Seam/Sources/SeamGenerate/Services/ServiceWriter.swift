/// Writes the files of services.
struct ServiceFiles {
    let services: [Service]
    let options: ServiceOptions
    let format: CodeFormat
    let names: StandardNames

    /// The files of the services, and those that they share.
    func files() -> [GeneratedFile] {
        var files = [
            shared(named: ServiceClientSupport.name, template: ServiceClientSupport.text),
            shared(named: ServiceCallSupport.name, template: ServiceCallSupport.text),
        ]
        if options.hasURLSession {
            let networking = "#if canImport(FoundationNetworking)\n    import FoundationNetworking\n#endif"
            files.append(
                shared(named: "URLSessionTransport", template: ServiceClientSupport.urlSession, imports: [networking])
            )
        }
        return files + services.map(file)
    }

    private func file(for service: Service) -> GeneratedFile {
        var code = CodeWriter(format: format)
        code.conditional(service.conditions) { code in
            guard let outer = service.outer else { return ServiceWriter(service: service).write(to: &code) }
            code.block("extension \(outer)") { code in ServiceWriter(service: service).write(to: &code) }
        }
        let header = GeneratedFile.header(command: options.command, source: service.path)
        let imports = ImportList(imports: ["Foundation"] + service.imports + options.imports, format: format).text
        return GeneratedFile(
            path: service.fileName + ".swift",
            text: header + "\n" + imports + "\n" + code.text,
            format: format
        )
    }

    private func shared(named name: String, template: String, imports: [String] = []) -> GeneratedFile {
        let accesses = Set(services.map(\.access))
        let access = accesses.contains("public") ? "public " : accesses.contains("package") ? "package " : ""
        let body = names.code(in: template).replacing("ACCESS ", with: access)
            .replacing("ISOLATION ", with: options.isMainActorDefault ? "nonisolated " : "")
        return SupportText.file(
            named: name,
            template: body,
            imports: ["Foundation"] + imports,
            command: options.command,
            format: format
        )
    }
}

/// Writes a service.
struct ServiceWriter {
    let service: Service

    func write(to code: inout CodeWriter) {
        let access = service.access == "internal" ? "" : service.access + " "
        code.documentation("`\(service.protocolName)` over HTTP.")
        for attribute in service.attributes { code.line(attribute) }
        let isolation = service.isNonisolated ? "nonisolated " : ""
        let name = service.outer == nil ? service.protocolName : String(service.name.dropFirst("HTTP".count)).escaped
        code.block("\(isolation)\(access)struct \(service.name): \(name)") { code in
            code.line("private let client: ServiceClient")
            code.gap()
            code.documentation("Creates a service.")
            code.block("\(access)init(_ client: ServiceClient)") { code in code.line("self.client = client") }
            for method in service.methods {
                code.gap()
                code.documentation("Sends `\(method.verb) \(method.path)`.")
                for attribute in method.attributes { code.line(attribute) }
                let modifiers = method.modifiers.map { $0 + " " }.joined()
                code.block(access + modifiers + method.signature) { code in
                    ServiceMethodWriter(method: method).write(to: &code)
                }
            }
        }
    }
}

/// Writes the body of a method.
private struct ServiceMethodWriter {
    let method: ServiceMethod
    private let call: String
    private let client: String

    init(method: ServiceMethod) {
        self.method = method
        call = Self.free(["call", "request", "serviceCall"], in: method.names)
        client = method.names.contains("client") ? "self.client" : "client"
    }

    private static func free(_ names: [String], in taken: [String]) -> String {
        names.first { !taken.contains($0) } ?? "_" + names[0]
    }

    func write(to code: inout CodeWriter) {
        guard !method.errors.isEmpty else { return request(into: &code) }
        code.line("do throws(ServiceFailure) {")
        code.indented { code in request(into: &code) }
        code.line("} catch let failure {")
        code.indented { code in
            code.line("switch failure {")
            for rule in method.errors { code.line("\(rule.pattern): throw \(rule.code)") }
            if method.errors.last?.occasion != .other { code.line("default: throw failure") }
            code.line("}")
        }
        code.line("}")
    }

    private func request(into code: inout CodeWriter) {
        let page = Self.free(["Page", "AnswerPage", "ServiceAnswerPage"], in: [elementType])
        if case .pages(let pages, let element) = method.result, let items = pages.items {
            code.block("struct \(page): ServicePage") { code in
                code.line("let items: [\(element.type)]")
                if pages.token != nil { code.line("let next: PageToken?") }
                code.gap()
                code.block("enum CodingKeys: String, CodingKey") { code in
                    code.line(items == "items" ? "case items" : "case items = \(items.quoted)")
                    if let token = pages.token {
                        code.line(token == "next" ? "case next" : "case next = \(token.quoted)")
                    }
                }
            }
        }
        let word = method.parts.isEmpty ? "let" : "var"
        code.line("\(word) \(call) = ServiceCall(\(method.verb.quoted), \(method.path.quoted))")
        for part in method.parts { code.line(line(for: part)) }
        code.line(result(page))
    }

    private var elementType: String {
        if case .pages(_, let element) = method.result { element.type } else { "" }
    }

    private func line(for part: RequestPart) -> String {
        switch part {
        case .path(let name, let text): "try \(call).path(\(name.quoted), \(text))"
        case .query(let name, let text): "\(call).query += try ServiceCall.items(\(name.quoted), \(text))"
        case .form(let name, let text): "\(call).form += try ServiceCall.items(\(name.quoted), \(text))"
        case .header(let name, let text, let argument):
            "try \(call).header(\(name.quoted), \(text), argument: \(argument.quoted))"
        case .body(let value, let argument):
            "try \(call).body(\(value), argument: \(argument.quoted), \(client).encoder)"
        case .bytes(let value): "\(call).bytes(\(value))"
        }
    }

    private func result(_ page: String) -> String {
        switch method.result {
        case .nothing: return "try await \(client).send(\(call))"
        case .bytes: return "return try await \(client).send(\(call)).body"
        case .value(let wire):
            return "return " + wire.value("try await \(client).value(\(wire.type).self, of: \(call))")
        case .optional(let wire):
            let read = "try await \(client).optional(\(wire.type).self, of: \(call))"
            return "return " + Wire.nullable(wire).value(read)
        case .pages(let pages, let element):
            let type = pages.items == nil ? "ListPage<\(element.type)>" : page
            let token = pages.query.map { ", token: \($0.quoted)" } ?? ""
            let read = "try await \(client).pages(\(type).self, of: \(call)\(token), limit: \(pages.limit))"
            return "return " + Wire.list(element).value(read)
        }
    }
}

extension ServiceErrorRule {
    /// The failures that it is for.
    fileprivate var pattern: String {
        switch occasion {
        case .status(let status): "case .status(\(status), _)"
        case .family(let digit): "case .status(\(digit)00..<\(digit + 1)00, _)"
        case .cancelled: "case .cancelled"
        case .other: "default"
        }
    }
}
