#if Account
    package import FlyingSocks
    import Foundation

    /// Reads the requests of one connection in order (RFC 9112). It stores no more of what a client sends than the limits allow.
    package struct RequestReader {
        /// A request, and what its connection has to know.
        package struct Incoming {
            package let request: IncomingRequest
            /// Whether another request may follow.
            package let keepsAlive: Bool
        }

        /// Why a request can't be read. Nobody knows where the next one would begin.
        package enum Failure: Error {
            case badRequest
            case tooLongTarget
            case tooLongFields
            case tooLarge
            case unknownCoding

            /// The status of the response to it.
            package var status: Int {
                switch self {
                case .badRequest: 400
                case .tooLongTarget: 414
                case .tooLongFields: 431
                case .tooLarge: 413
                case .unknownCoding: 501
                }
            }
        }

        private let socket: AsyncSocket
        /// What has arrived and is not read yet.
        private var buffer: [UInt8] = []

        /// The largest line of a request, and so the largest field, in bytes.
        private static let longestLine = 4096
        /// The largest size of all fields together, in bytes.
        private static let largestHead = 16 << 10
        /// The largest body in bytes; a form with a login or token is far smaller.
        private static let largestBody = 64 << 10

        package init(_ socket: AsyncSocket) {
            self.socket = socket
        }

        /// Returns the next request. Throws the end of the connection as an error, too.
        package mutating func next() async throws -> Incoming {
            var start = try await line(else: .tooLongTarget)
            // Some clients send an empty line after a body.
            if start.isEmpty { start = try await line(else: .tooLongTarget) }
            let parts = start.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
            guard parts.count == 3, !parts[0].isEmpty, parts[1].hasPrefix("/"), parts[2].hasPrefix("HTTP/1.")
            else { throw Failure.badRequest }
            let headers = try await fields()
            let body = try await body(headers)
            let target = parts[1].split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            let connection = (headers["connection"] ?? "").lowercased()
            return Incoming(
                request: IncomingRequest(
                    method: parts[0],
                    path: target[0],
                    query: target.count == 2 ? target[1] : "",
                    headers: headers,
                    body: body
                ),
                keepsAlive: parts[2] == "HTTP/1.0" ? connection.contains("keep-alive") : !connection.contains("close")
            )
        }

        /// Discards what a client still sends, so that closing the connection doesn't discard the response instead.
        package mutating func drain() async throws {
            var count = buffer.count
            while count < 1 << 20 { count += try await socket.read(atMost: 4096).count }
        }

        /// Reads header fields up to the empty line. Fields with the same name are one list.
        private mutating func fields() async throws -> [String: String] {
            var headers: [String: String] = [:]
            var size = 0
            while true {
                let line = try await line(else: .tooLongFields)
                if line.isEmpty { return headers }
                size += line.utf8.count
                guard size <= Self.largestHead else { throw Failure.tooLongFields }
                let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
                guard parts.count == 2, !parts[0].isEmpty, !parts[0].contains(where: \.isWhitespace)
                else { throw Failure.badRequest }
                let value = parts[1].trimmingCharacters(in: .whitespaces)
                headers[parts[0].lowercased(), default: value] =
                    headers[parts[0].lowercased()].map { "\($0), \(value)" } ?? value
            }
        }

        private mutating func body(_ headers: [String: String]) async throws -> Data {
            let lengths = Set(
                (headers["content-length"] ?? "0").split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
            )
            guard lengths.count == 1, let text = lengths.first, text.utf8.allSatisfy({ (48...57).contains($0) }),
                headers["content-length"] == nil || headers["transfer-encoding"] == nil
            else { throw Failure.badRequest }
            // A number beyond `Int` is too large, too.
            guard let length = Int(text), length <= Self.largestBody else { throw Failure.tooLarge }
            if headers["expect"]?.lowercased() == "100-continue" {
                try await socket.write(Data("HTTP/1.1 100 Continue\r\n\r\n".utf8))
            }
            switch headers["transfer-encoding"]?.lowercased() {
            case nil: return Data(try await bytes(length))
            case "chunked"?: return try await chunks()
            default: throw Failure.unknownCoding
            }
        }

        private mutating func chunks() async throws -> Data {
            var body = Data()
            while true {
                let head = try await line(else: .badRequest)
                let size = head.prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces)
                guard !size.isEmpty, size.allSatisfy(\.isHexDigit) else { throw Failure.badRequest }
                guard let count = Int(size, radix: 16), count <= Self.largestBody - body.count
                else { throw Failure.tooLarge }
                if count == 0 {
                    _ = try await fields()
                    return body
                }
                body.append(contentsOf: try await bytes(count))
                guard try await line(else: .badRequest).isEmpty else { throw Failure.badRequest }
            }
        }

        private mutating func bytes(_ count: Int) async throws -> [UInt8] {
            while buffer.count < count { buffer += try await socket.read(atMost: 4096) }
            defer { buffer.removeFirst(count) }
            return Array(buffer.prefix(count))
        }

        /// Returns the next line without its end, or throws `failure` if it is too long.
        private mutating func line(else failure: Failure) async throws -> String {
            var searched = 0
            while true {
                if let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
                    guard end <= Self.longestLine else { throw failure }
                    let line = buffer[..<end]
                    let text = String(decoding: line.last == UInt8(ascii: "\r") ? line.dropLast() : line, as: UTF8.self)
                    buffer.removeFirst(end + 1)
                    return text
                }
                searched = buffer.count
                guard searched <= Self.longestLine else { throw failure }
                buffer += try await socket.read(atMost: 4096)
            }
        }
    }
#endif
