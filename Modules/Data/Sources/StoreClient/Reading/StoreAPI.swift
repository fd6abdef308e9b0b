import DataSupport
public import Domain
public import Foundation

/// The API of one store (docs/workspace/store-api.md). It sends requests, and gives every response one meaning.
///
/// | Response of the store | Meaning |
/// | --- | --- |
/// | status 200 and JSON | its contents |
/// | status 401 | unauthorised |
/// | status 404 with the code `unknown_user` | unknown user |
/// | status 429 | busy |
/// | status 5xx, no connection, no response in time, a connection closed in the middle of a body | unavailable |
/// | another status or media type, JSON that lacks what is mandatory, a body that is too large | malformed |
public struct StoreAPI: Sendable {
    private let baseURL: URL
    private let transport: any HTTPTransport
    private let now: @Sendable () -> Date
    private let report: @Sendable (FieldPath) -> Void

    /// Creates the API of the store at `baseURL`.
    ///
    /// - Parameters:
    ///   - baseURL: The URL to which the paths of the API are appended.
    ///   - transport: Adds a token to the requests, if the store requires it; `StorePipeline` creates one.
    ///   - now: Returns the time of day at which a request starts.
    ///   - report: Called on any thread for each mandatory field that a response lacks; the empty path stands for the whole.
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
    /// Fetches one resource.
    ///
    /// - Parameter read: Reads the value from the response, and appends the paths of optional fields that it can't read.
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

    /// Fetches a user's list page by page. If a page can't be read, the call throws. The list is as old as its oldest page.
    ///
    /// A repeated page token throws `.malformed`, and so do more than a thousand pages. If the number of all records changes
    /// meanwhile, a record may be missing, which is reported.
    func list<Entity: Equatable, ID: Hashable>(
        _ name: String,
        of user: UserID,
        by id: KeyPath<Entity, ID>,
        called idField: String = "id",
        _ read: (WireRecord) throws(Unreadable) -> Entity
    ) async throws(ReadError) -> Snapshot<[Entity]> {
        var list = LenientList<Entity, ID>(name, by: id, called: idField)
        var freshness = Freshness.live
        var tokens: Set<String> = []
        var totals: Set<Int> = []
        var token: String?
        repeat {
            let page = try await page(of: name, user, token, into: &list, read)
            freshness = freshness.older(page.freshness)
            if let total = page.value.total { totals.insert(total) }
            token = page.value.next
            if let token, !tokens.insert(token).inserted || tokens.count >= 1000 { throw .malformed }
        } while token != nil
        let gaps = totals.count > 1 ? [FieldPath([.field(name), .field("total")])] : []
        return Snapshot(list.values, freshness: freshness, unreadable: list.unreadable + gaps)
    }

    /// Appends one page of a user's list to `list`. Returns the token of the next page, and the number of all records.
    private func page<Entity: Equatable, ID: Hashable>(
        of name: String,
        _ user: UserID,
        _ token: String?,
        into list: inout LenientList<Entity, ID>,
        _ read: (WireRecord) throws(Unreadable) -> Entity
    ) async throws(ReadError) -> Snapshot<(next: String?, total: Int?)> {
        // A text that has a meaning as a step in a path can't be a name in it.
        guard !["", ".", ".."].contains(user.rawValue) else { throw .unknownUser }
        var query = [(name: "page_size", value: "200")]
        if let token { query.append((name: "page_token", value: token)) }
        return try await get(["users", user.rawValue, name], query: query) { record, _ throws(Unreadable) in
            try list.append(from: record, read)
            let next = try record.optionalText("next_page_token")
            return (next.flatMap { $0.isEmpty ? nil : $0 }, try? record.int("total_count"))
        }
    }

    /// Reads the response to any request; it must be status 200 or 201, and JSON.
    func read<Value>(
        _ answer: HTTPAnswer,
        _ read: (WireRecord) throws(Unreadable) -> Value
    ) throws(ReadError) -> Value {
        if let failure = answer.failure { throw failure }
        let value: Value
        do throws(Unreadable) {
            value = try readJSON(answer.body, read)
        } catch {
            error.fields.forEach(report)
            throw .malformed
        }
        if Task.isCancelled { throw .cancelled }
        return value
    }
}

// MARK: - Sending

extension StoreAPI {
    /// Sends a request and returns the store's response with any status.
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
            case .unreachable, .untrusted, .timedOut, .cutOff: .unavailable
            case .busy: .busy
            case .tooLarge, .malformed: .malformed
            case .unauthorised: .unauthorised
            case .notStored: .notStored
            case .cancelled: .cancelled
            }
    }
}

extension HTTPAnswer {
    /// The reason why the response can't be read, or `nil` if it is a success and JSON.
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

    /// The code of a problem (RFC 9457), for programs, or `nil` if the response isn't a problem or has no code.
    var problemCode: String? {
        guard mediaType == "application/problem+json" else { return nil }
        return try? readJSON(body) { record throws(Unreadable) in try record.text("code") }
    }
}

extension Freshness {
    /// Creates the freshness of a response.
    ///
    /// A response is live if the store made it for this request or confirmed it now. `Age` is the age of a copy that an
    /// intermediary has returned, with status 200 or 304.
    init(of answer: HTTPAnswer, generatedAt: Date?, requestedAt start: Date) {
        let age = answer.age
        let copied: Freshness = age > 0 ? .cached(asOf: start.addingTimeInterval(-TimeInterval(age))) : .live
        let made = answer.isRevalidated ? .live : Freshness(generatedAt: generatedAt, requestedAt: start)
        self = made.older(copied)
    }
}
