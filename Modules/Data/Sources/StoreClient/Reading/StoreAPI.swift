import DataSupport
public import Domain
public import Foundation

/// The API of one store (docs/store-api.md): sends requests, and gives every answer one meaning.
///
/// | The store | Means |
/// | --- | --- |
/// | status 200 and JSON | its answer |
/// | status 401 | unauthorised |
/// | status 404 with the code `unknown_user` | unknown user |
/// | status 429 | busy |
/// | status 5xx, nobody there, no answer in time, a connection closed in the middle of a body | unavailable |
/// | another status or media type, JSON that lacks what is mandatory, a body that is too large | malformed |
public struct StoreAPI: Sendable {
    private let baseURL: URL
    private let transport: any HTTPTransport
    private let now: @Sendable () -> Date
    private let report: @Sendable (FieldPath) -> Void

    /// Creates the API of the store at `baseURL`.
    ///
    /// - Parameters:
    ///   - transport: Signs the requests, where the store asks for that; `StorePipeline` makes one.
    ///   - now: The time of day a request starts.
    ///   - report: Called on any thread when an answer lacks something mandatory; the empty path means the whole.
    public init(
        baseURL: URL,
        transport: any HTTPTransport,
        now: @escaping @Sendable () -> Date,
        report: @escaping @Sendable (FieldPath) -> Void = { _ in }
    ) {
        self.baseURL = baseURL
        self.transport = transport
        self.now = now
        self.report = report
    }
}

// MARK: - Reading

extension StoreAPI {
    /// Reads one resource.
    ///
    /// - Parameter read: Reads the value from the answer, and appends the places of optional fields that it can't read.
    func get<Value>(
        _ path: [String],
        query: [(name: String, value: String)] = [],
        _ read: (WireRecord, inout [FieldPath]) throws(Unreadable) -> Value
    ) async throws(ReadError) -> Snapshot<Value> {
        let start = now()
        let answer = try await send("GET", path, query: query)
        return try self.read(answer) { record throws(Unreadable) in
            var gaps: [FieldPath] = []
            let value = try read(record, &gaps)
            let generatedAt = try? record.moment("generated_at")
            let freshness = Freshness(of: answer, generatedAt: generatedAt, requestedAt: start)
            return Snapshot(value, freshness: freshness, unreadable: gaps)
        }
    }

    /// Reads a user's list page by page, all of it or nothing; it is as old as its oldest page.
    ///
    /// A page token that came before is malformed, and so are more than a thousand pages.
    func list<Entity, ID: Hashable>(
        _ name: String,
        of user: UserID,
        by id: KeyPath<Entity, ID>,
        called idField: String = "id",
        _ read: (WireRecord) throws(Unreadable) -> Entity
    ) async throws(ReadError) -> Snapshot<[Entity]> {
        // What is a step in a path can't be a name in it.
        guard !["", ".", ".."].contains(user.rawValue) else { throw .unknownUser }
        var list = LenientList<Entity, ID>(name, by: id, called: idField)
        var freshness = Freshness.live
        var tokens: Set<String> = []
        var token: String?
        repeat {
            var query = [(name: "page_size", value: "200")]
            if let token { query.append((name: "page_token", value: token)) }
            let page = try await get(["users", user.rawValue, name], query: query) { record, _ throws(Unreadable) in
                try list.append(from: record, read)
                return try record.optionalText("next_page_token")
            }
            freshness = freshness.older(page.freshness)
            token = page.value.flatMap { $0.isEmpty ? nil : $0 }
            if let token, !tokens.insert(token).inserted || tokens.count >= 1000 { throw .malformed }
        } while token != nil
        return Snapshot(list.values, freshness: freshness, unreadable: list.unreadable)
    }

    /// Reads an answer to any request; it must be status 200 or 201, and JSON.
    func read<Value>(
        _ answer: HTTPAnswer,
        _ read: (WireRecord) throws(Unreadable) -> Value
    ) throws(ReadError) -> Value {
        if let failure = answer.failure { throw failure }
        let value: Value
        do throws(Unreadable) {
            value = try readJSON(answer.body, read)
        } catch {
            report(FieldPath(error.path))
            throw .malformed
        }
        if Task.isCancelled { throw .cancelled }
        return value
    }
}

// MARK: - Sending

extension StoreAPI {
    /// Sends a request and returns what the store says, with any status.
    func send(
        _ method: String,
        _ path: [String],
        query: [(name: String, value: String)] = [],
        headers: [String: String] = [:],
        body: Data? = nil
    ) async throws(ReadError) -> HTTPAnswer {
        guard let url = baseURL.endpoint(path, query: query) else { throw .unavailable }
        var headers = headers
        headers["Accept"] = "application/json"
        if body != nil { headers["Content-Type"] = "application/json" }
        do throws(HTTPTransportError) {
            return try await transport.send(HTTPRequest(method: method, url: url, headers: headers, body: body))
        } catch {
            throw ReadError(error)
        }
    }
}

extension ReadError {
    init(_ error: HTTPTransportError) {
        self =
            switch error {
            case .unreachable, .timedOut, .cutOff: .unavailable
            case .tooLarge, .malformed: .malformed
            case .unauthorised: .unauthorised
            case .cancelled: .cancelled
            }
    }
}

extension HTTPAnswer {
    /// Why the answer holds nothing to read; `nil` if it is a success and JSON.
    var failure: ReadError? {
        switch status {
        case 200, 201: mediaType == "application/json" ? nil : .malformed
        case 401: .unauthorised
        case 404 where problemCode == "unknown_user": .unknownUser
        case 429: .busy
        case 500...: .unavailable
        default: .malformed
        }
    }

    /// What a problem says it is (RFC 9457), for programs; `nil` if the answer is no problem, or has no code.
    var problemCode: String? {
        guard mediaType == "application/problem+json" else { return nil }
        return try? readJSON(body) { record throws(Unreadable) in try record.text("code") }
    }
}
