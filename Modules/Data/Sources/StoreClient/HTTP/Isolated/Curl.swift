#if os(Linux)
    import Foundation

    /// Sends requests by libcurl, one at a time, over connections that are used again.
    ///
    /// URLSession on Linux is made of libcurl, and what ends a process is in URLSession alone: a trailer, a connection that is
    /// closed within the header (docs/limits.md). So this uses the library that URLSession has already loaded, by its own
    /// functions. Options are set by those of URLSession's, because libcurl's take any number of arguments, as no Swift can pass.
    ///
    /// Reasons: docs/adr/request-process.md.
    struct Curl {
        private typealias Handle = UnsafeMutableRawPointer
        private typealias Callback =
            @convention(c) (UnsafeMutablePointer<UInt8>?, Int, Int, UnsafeMutableRawPointer?) -> Int

        private let handle: Handle
        private let reset: @convention(c) (Handle) -> Void
        private let perform: @convention(c) (Handle) -> Int32
        private let append: @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<CChar>) -> UnsafeMutableRawPointer?
        private let free: @convention(c) (UnsafeMutableRawPointer?) -> Void
        private let setPointer: @convention(c) (Handle, Int32, UnsafeMutableRawPointer?) -> Int32
        private let setNumber: @convention(c) (Handle, Int32, Int) -> Int32

        /// Finds libcurl in this process. Returns `nil` if it isn't there, or not by the names that it has today.
        init?() {
            func function<T>(_ name: String, as type: T.Type) -> T? {
                dlsym(nil, name).map { unsafeBitCast($0, to: type) }
            }
            guard let initialize = function("curl_easy_init", as: (@convention(c) () -> Handle?).self),
                let reset = function("curl_easy_reset", as: (@convention(c) (Handle) -> Void).self),
                let perform = function("curl_easy_perform", as: (@convention(c) (Handle) -> Int32).self),
                let append = function(
                    "curl_slist_append",
                    as: (@convention(c) (UnsafeMutableRawPointer?, UnsafePointer<CChar>) -> UnsafeMutableRawPointer?)
                        .self
                ),
                let free = function(
                    "curl_slist_free_all",
                    as: (@convention(c) (UnsafeMutableRawPointer?) -> Void).self
                ),
                let setPointer = function(
                    "CFURLSession_easy_setopt_ptr",
                    as: (@convention(c) (Handle, Int32, UnsafeMutableRawPointer?) -> Int32).self
                ),
                let setNumber = function(
                    "CFURLSession_easy_setopt_long",
                    as: (@convention(c) (Handle, Int32, Int) -> Int32).self
                ),
                let handle = initialize()
            else { return nil }
            self.handle = handle
            self.reset = reset
            self.perform = perform
            self.append = append
            self.free = free
            self.setPointer = setPointer
            self.setNumber = setNumber
        }

        /// Sends a request and returns the response. Blocks its thread.
        func send(_ message: TransportRequest) -> Result<HTTPAnswer, HTTPTransportError> {
            reset(handle)
            let response = CurlResponse(largestBody: message.largestBody)
            var fields = message.headers.map { $1.isEmpty ? "\($0);" : "\($0): \($1)" } + ["Expect:"]
            if !message.headers.keys.contains(where: { $0.lowercased() == "content-type" }) {
                fields.append("Content-Type:")
            }
            let list = fields.reduce(nil as UnsafeMutableRawPointer?) { append($0, $1) ?? $0 }
            defer { free(list) }
            let hasBody = message.body != nil || ["POST", "PUT", "PATCH"].contains(message.method)
            let code = [UInt8](message.body ?? Data()).withUnsafeBytes { body -> Int32 in
                message.url.absoluteString.withCString { url in
                    message.method.withCString { method in
                        let pointers: [(Option, UnsafeRawPointer?)] = [
                            (.url, UnsafeRawPointer(url)), (.header, UnsafeRawPointer(list)),
                            (.writeData, UnsafeRawPointer(Unmanaged.passUnretained(response).toOpaque())),
                            (.headerData, UnsafeRawPointer(Unmanaged.passUnretained(response).toOpaque())),
                            (.writeFunction, unsafeBitCast(Self.body, to: UnsafeRawPointer.self)),
                            (.headerFunction, unsafeBitCast(Self.field, to: UnsafeRawPointer.self)),
                        ]
                        for (option, value) in pointers { set(option, value) }
                        // No text means every encoding that the library has.
                        "".withCString { set(.encodings, $0) }
                        "account".withCString { set(.userAgent, $0) }
                        set(.noSignals, 1)
                        set(.noProxyHeader, 1)
                        set(.protocols, 1 | 2)
                        set(.milliseconds, max(1, Int(message.seconds * 1_000)))
                        if hasBody {
                            set(.postedBytes, body.count)
                            set(.posted, body.baseAddress ?? UnsafeRawPointer(url))
                        }
                        if message.method == "HEAD" { set(.noBody, 1) }
                        set(.method, method)
                        return perform(handle)
                    }
                }
            }
            return response.result(code)
        }

        private func set(_ option: Option, _ value: UnsafeRawPointer?) {
            _ = setPointer(handle, option.rawValue, UnsafeMutableRawPointer(mutating: value))
        }

        private func set(_ option: Option, _ value: Int) { _ = setNumber(handle, option.rawValue, value) }

        private static let body: Callback = { bytes, size, count, context in
            let data = UnsafeRawBufferPointer(start: bytes, count: size * count)
            return CurlResponse.of(context).add(body: data) ? data.count : 0
        }

        private static let field: Callback = { bytes, size, count, context in
            let data = UnsafeRawBufferPointer(start: bytes, count: size * count)
            return CurlResponse.of(context).add(line: String(decoding: data, as: UTF8.self)) ? data.count : 0
        }

        /// Options by the numbers that they have had since they exist.
        private enum Option: Int32 {
            case url = 10_002
            case method = 10_036
            case header = 10_023
            case posted = 10_015
            case postedBytes = 60
            case noBody = 44
            case writeData = 10_001
            case writeFunction = 20_011
            case headerData = 10_029
            case headerFunction = 20_079
            case encodings = 10_102
            case userAgent = 10_018
            case noSignals = 99
            case protocols = 181
            case milliseconds = 155
            /// What a proxy says before the server is no part of the response.
            case noProxyHeader = 265
        }
    }

    /// A response as it arrives.
    private final class CurlResponse {
        private let largestBody: Int
        private var status: Int?
        private var fields: [(String, String)] = []
        private var headerSize = 0
        /// Whether the header has ended. What comes then as a header field is a trailer, and counts for nothing.
        private var isHeaderComplete = false
        private var body = Data()
        private var failure: HTTPTransportError?

        init(largestBody: Int) {
            self.largestBody = largestBody
        }

        static func of(_ context: UnsafeMutableRawPointer?) -> CurlResponse {
            guard let context else { preconditionFailure("It was given with the function.") }
            return Unmanaged<CurlResponse>.fromOpaque(context).takeUnretainedValue()
        }

        /// Takes a line of the header, and returns whether the transfer goes on.
        func add(line: String) -> Bool {
            guard !isHeaderComplete else { return true }
            headerSize += line.utf8.count
            guard headerSize <= Self.largestHeader else { return stop(.tooLarge) }
            if status == nil || line.hasPrefix("HTTP/"), let text = line.split(separator: " ").dropFirst().first {
                status = Int(text.trimmingCharacters(in: .whitespacesAndNewlines))
                fields = []
                return true
            }
            let text = line.trimmingCharacters(in: .whitespacesAndNewlines)
            guard !text.isEmpty else {
                // After an interim response comes another one.
                isHeaderComplete = !(100..<200 ~= status ?? 0)
                guard isHeaderComplete else { return true }
                let answer = HTTPAnswer(status: 200, fields: fields, body: body)
                if answer.hasTwoLengths { return stop(.malformed) }
                let length = answer.headers["content-length"].flatMap { Int($0) } ?? 0
                return length > largestBody ? stop(.tooLarge) : true
            }
            if line.first?.isWhitespace == true, let last = fields.indices.last {
                fields[last].1 += " " + text
            } else if let colon = text.firstIndex(of: ":") {
                let value = text[text.index(after: colon)...].trimmingCharacters(in: .whitespaces)
                fields.append((String(text[..<colon]), value))
            }
            return true
        }

        func add(body bytes: UnsafeRawBufferPointer) -> Bool {
            body.append(contentsOf: bytes)
            return body.count > largestBody ? stop(.tooLarge) : true
        }

        /// - Parameter code: What libcurl returned.
        func result(_ code: Int32) -> Result<HTTPAnswer, HTTPTransportError> {
            if let failure { return .failure(failure) }
            switch code {
            case 0:
                guard isHeaderComplete, let status else { return .failure(.unreachable) }
                return .success(HTTPAnswer(status: status, fields: fields, body: body))
            case 28: return .failure(.timedOut)
            // The certificate, its issuer, its name, or the file of those that are accepted.
            case 51, 60, 77, 83: return .failure(.untrusted)
            default: return .failure(isHeaderComplete ? .cutOff : .unreachable)
            }
        }

        private func stop(_ failure: HTTPTransportError) -> Bool {
            self.failure = failure
            return false
        }

        private static let largestHeader = 256 << 10
    }
#endif
