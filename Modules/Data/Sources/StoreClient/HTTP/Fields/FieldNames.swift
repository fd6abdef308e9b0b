import Foundation

extension HTTPRequest {
    /// The value of a header field. Names of fields have no case.
    subscript(field name: String) -> String? {
        get { headers.first { $0.key.lowercased() == name.lowercased() }?.value }
        set {
            headers = headers.filter { $0.key.lowercased() != name.lowercased() }
            headers[name] = newValue
        }
    }
}

extension HTTPAnswer {
    /// The value of a header field, without the blanks around it. Names of fields have no case.
    subscript(field name: String) -> String? {
        headers[name.lowercased()]?.trimmingCharacters(in: .whitespaces)
    }

    /// The names of the directives of `Cache-Control`, in lower case (RFC 9111, section 5.2). Their arguments, which may be
    /// quoted and contain commas, are left out.
    var cacheDirectives: Set<String> {
        var isQuoted = false
        let parts = (self[field: "Cache-Control"] ?? "").split { character in
            if character == "\"" { isQuoted.toggle() }
            return character == "," && !isQuoted
        }
        return Set(
            parts.map { $0.prefix { $0 != "=" }.trimmingCharacters(in: .whitespaces).lowercased() }
        )
    }

    /// Returns a stored response after a 304 that confirms it (RFC 9111, section 3.2): with the newer fields, except those
    /// that belong to one connection or describe the body, because the 304 has none. How old the response is, only the 304 says.
    func confirmed(by confirmation: HTTPAnswer) -> HTTPAnswer {
        let connection = (confirmation[field: "Connection"] ?? "").split(separator: ",")
            .map { $0.trimmingCharacters(in: .whitespaces).lowercased() }
        let newer = confirmation.headers.filter { name, _ in
            !name.hasPrefix("content-") && !name.hasPrefix("proxy-") && !Self.ofConnections.contains(name)
                && !connection.contains(name)
        }
        var headers = headers
        headers["age"] = nil
        return HTTPAnswer(status: status, headers: headers.merging(newer) { $1 }, body: body, isRevalidated: true)
    }

    private static let ofConnections: Set = [
        "connection", "keep-alive", "te", "trailer", "transfer-encoding", "upgrade",
    ]
}
