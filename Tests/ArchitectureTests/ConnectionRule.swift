/// Where `account` opens connections: each kind of client is created in one place, so that one function decides what a request
/// may reach and whether it may use a proxy.
enum ConnectionRule {
    /// The files that may name a client's type.
    private static let homes: [(word: String, files: [String])] = [
        (
            "URLSession",
            [
                "Modules/Data/Sources/StoreClient/HTTP/URLSessionTransport.swift",
                "Modules/LegacyAccount/Sources/LegacyAccount/Transport.swift",
            ]
        ),
        (
            "URLSessionTransport",
            [
                "Modules/Data/Sources/StoreClient/HTTP/URLSessionTransport.swift",
                "App/Account/Composition/Wire.swift",
                "Modules/Data/Sources/StoreClient/HTTP/Isolated/TransportServing.swift",
            ]
        ),
        ("HTTPClient", ["Modules/Data/Sources/StoreClientNIO/AsyncHTTPClientTransport.swift"]),
        (
            "Curl",
            [
                "Modules/Data/Sources/StoreClient/HTTP/Isolated/Curl.swift",
                "Modules/Data/Sources/StoreClient/HTTP/Isolated/TransportServing.swift",
            ]
        ),
        (
            "IsolatedTransport",
            [
                "App/Account/Composition/Wire.swift",
                "Modules/Data/Sources/StoreClient/HTTP/Isolated/IsolatedTransport.swift",
            ]
        ),
    ]
    private static let roots = ["App/Account/", "Modules/Data/", "Modules/LegacyAccount/"]

    static func violations(files: [Code]) -> [Violation] {
        files.filter { file in roots.contains { file.path.hasPrefix($0) } }.flatMap { file in
            file.tokens.compactMap { token in
                guard let home = homes.first(where: { $0.word == token.text }), !home.files.contains(file.path) else {
                    return nil
                }
                return Violation(
                    path: file.path,
                    line: token.line,
                    message: "'\(token.text)' opens connections: Wire.to(_:) decides who may use a proxy"
                )
            }
        }
    }
}
