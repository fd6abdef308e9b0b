import Foundation

/// A request as it is sent to a transport process, with its limits.
struct TransportRequest: Codable {
    let method: String
    let url: URL
    let headers: [String: String]
    let body: Data?
    /// How long the exchange may take.
    let seconds: Double
    /// How many bytes the body of the response may have.
    let largestBody: Int

    init(_ request: HTTPRequest, within deadline: Duration, largestBody: Int) {
        method = request.method
        url = request.url
        headers = request.headers
        body = request.body
        seconds = deadline / .seconds(1)
        self.largestBody = largestBody
    }

    var request: HTTPRequest { HTTPRequest(method: method, url: url, headers: headers, body: body) }
}

/// What a transport process returns: a response, or the name of an error.
struct TransportReply: Codable {
    private let status: Int
    private let headers: [String: String]
    private let body: Data
    private let error: String?

    init(_ result: Result<HTTPAnswer, HTTPTransportError>) {
        let answer = try? result.get()
        status = answer?.status ?? 0
        headers = answer?.headers ?? [:]
        body = answer?.body ?? Data()
        if case .failure(let failure) = result { error = "\(failure)" } else { error = nil }
    }

    var result: Result<HTTPAnswer, HTTPTransportError> {
        guard let error else { return .success(HTTPAnswer(status: status, headers: headers, body: body)) }
        return .failure(HTTPTransportError.allCases.first { "\($0)" == error } ?? .cutOff)
    }
}

/// Messages on a descriptor: the length in eight bytes, then JSON. All calls block.
enum TransportPipe {
    /// Writes a message, and returns whether it was written. No signal is raised if nobody reads it any more.
    static func write(_ message: some Encodable, to descriptor: Int32) -> Bool {
        guard let json = try? JSONEncoder().encode(message) else { return false }
        var bytes = withUnsafeBytes(of: UInt64(json.count).littleEndian) { Data($0) } + json
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, Self.noSignal) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            bytes = bytes.dropFirst(count)
        }
        return true
    }

    /// Returns the next message; `nil` if the other side has ended.
    static func read<Message: Decodable>(_ type: Message.Type, from descriptor: Int32) -> Message? {
        guard let head = bytes(8, from: descriptor) else { return nil }
        let length = head.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        guard length < 1 << 30, let json = bytes(Int(length), from: descriptor) else { return nil }
        return try? JSONDecoder().decode(type, from: json)
    }

    private static func bytes(_ count: Int, from descriptor: Int32) -> Data? {
        var bytes = Data(count: count)
        var filled = 0
        while filled < count {
            let got = bytes.withUnsafeMutableBytes {
                recv(descriptor, $0.baseAddress?.advanced(by: filled), count - filled, 0)
            }
            if got < 0, errno == EINTR { continue }
            guard got > 0 else { return nil }
            filled += got
        }
        return bytes
    }

    #if os(Linux)
        private static let noSignal = Int32(MSG_NOSIGNAL)
    #else
        private static let noSignal: Int32 = 0
    #endif
}
