#if MQTT
    import DataSupport
    import Domain
    import Foundation

    /// What the payload of a message says (docs/workspace/news.md).
    enum NewsMessage: Hashable, Sendable {
        /// The state of an offer. A later state of the same offer has a higher version.
        case deal(Deal, version: Int)
        /// An offer has ended.
        case ended(DealID, version: Int)

        /// The longest payload that is read, in bytes.
        static let maximumLength = 64 << 10

        /// Reads a message about an offer.
        init(_ payload: Data) throws(NewsDefect) {
            self = try Self.read(payload) { record throws(Unreadable) in
                let version = try record.int("version")
                guard version >= 0 else { throw Unreadable("version") }
                if let id = try record.optionalText("ended") {
                    guard !id.isEmpty else { throw Unreadable("ended") }
                    return .ended(DealID(id), version: version)
                }
                let zone = try? record.value("time_zone") { TimeZone(identifier: $0) }
                return .deal(try Deal(store: try record.record("deal"), zone), version: version)
            }
        }

        /// Reads a message that is one flag, such as `{"new_deals":true}`.
        static func flag(_ name: String, in payload: Data) throws(NewsDefect) -> Bool {
            try read(payload) { record throws(Unreadable) in try record.bool(name) }
        }

        private static func read<Value>(
            _ payload: Data,
            _ read: (WireRecord) throws(Unreadable) -> Value
        ) throws(NewsDefect) -> Value {
            guard payload.count <= maximumLength else { throw .tooLarge }
            guard String(data: payload, encoding: .utf8) != nil else { throw .notText }
            do throws(Unreadable) {
                return try readJSON(payload, read)
            } catch {
                throw .malformed
            }
        }
    }

    /// Why a piece of news was dropped. The connection goes on.
    public enum NewsDefect: Error, Hashable, Sendable, CaseIterable {
        /// The payload is too large.
        case tooLarge
        /// The payload is not UTF-8.
        case notText
        /// The payload is not in the agreed format, or ends in the middle.
        case malformed
        /// More offers than an observer's mailbox holds came in before they were read.
        case unread
        /// The server's certificate is not trusted.
        case untrusted
    }
#endif
