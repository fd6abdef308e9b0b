public import Foundation

#if canImport(FoundationNetworking)
    public import FoundationNetworking
#endif

/// A source of a fleet's plans, by the names of hand-overs.
public protocol PlanSource: Sendable {
    /// Returns the plans, or nil if they are still those with `tag`. Throws if the source can't be reached or read.
    func plans(unless tag: String?) async throws -> TaggedPlans?
}

/// Plans, and a tag that identifies this state of the source.
public struct TaggedPlans: Hashable, Sendable {
    /// The plans by the names of hand-overs.
    public let plans: [String: Plan]
    /// The state of the source; nil if the source doesn't provide one.
    public let tag: String?

    /// Creates plans.
    public init(plans: [String: Plan], tag: String?) {
        self.plans = plans
        self.tag = tag
    }

    /// Reads a document such as `{"orders": "rollout 25%", "addresses": "legacy"}`. Throws if it contains anything else: one
    /// plan that can't be read makes all of them doubtful.
    public init(json: Data, tag: String?) throws {
        self.init(plans: try JSONDecoder().decode([String: Plan].self, from: json), tag: tag)
    }
}

/// Plans in a file, which other programs replace.
public struct FilePlanSource: PlanSource {
    private let url: URL

    /// Creates a source from a file.
    public init(_ url: URL) {
        self.url = url
    }

    /// Reads the file. Its contents are the tag.
    public func plans(unless tag: String?) async throws -> TaggedPlans? {
        let data = try Data(contentsOf: url)
        let words = String(decoding: data, as: UTF8.self)
        return words == tag ? nil : try TaggedPlans(json: data, tag: words)
    }
}

/// Plans at a URL. For a repeated request, the server may respond with 304 according to the `ETag` that it sent.
public struct HTTPPlanSource: PlanSource {
    /// Sends a request.
    public typealias Send = @Sendable (URLRequest) async throws -> (Data, URLResponse)

    /// The server's response contains no plans.
    public struct UnexpectedAnswer: Error, Hashable, Sendable {
        /// The status code of the response.
        public let status: Int
    }

    private let url: URL
    private let send: Send

    /// Creates a source from a URL.
    public init(_ url: URL, send: @escaping Send = { try await URLSession.shared.data(for: $0) }) {
        self.url = url
        self.send = send
    }

    /// Requests the plans from the server.
    public func plans(unless tag: String?) async throws -> TaggedPlans? {
        var request = URLRequest(url: url)
        request.cachePolicy = .reloadIgnoringLocalCacheData
        if let tag { request.setValue(tag, forHTTPHeaderField: "If-None-Match") }
        let (data, response) = try await send(request)
        guard let answer = response as? HTTPURLResponse else { throw UnexpectedAnswer(status: 0) }
        switch answer.statusCode {
        case 304: return nil
        case 200: return try TaggedPlans(json: data, tag: answer.value(forHTTPHeaderField: "ETag"))
        default: throw UnexpectedAnswer(status: answer.statusCode)
        }
    }
}
