#if Account
    import Domain
    import Foundation
    import GRDB

    /// How values stand in columns. Reading answers `nil` for what can't have been written so.

    extension String {
        /// The text as SQLite keeps it whole: one with a zero in it as bytes, because a text would end there.
        var column: DatabaseValue {
            allBytes { $0 != 0 } ? databaseValue : Data(utf8).databaseValue
        }

        init?(column: DatabaseValue) {
            switch column.storage {
            case .string(let text): self = text
            case .blob(let bytes): self = String(decoding: bytes, as: UTF8.self)
            default: return nil
            }
        }

        /// Whether all bytes of the text pass. It is asked of every text that is written, and the view of a text is gone through
        /// far more slowly than its bytes where they stand in one piece.
        fileprivate func allBytes(_ pass: (UInt8) -> Bool) -> Bool {
            utf8.withContiguousStorageIfAvailable { $0.allSatisfy(pass) } ?? utf8.allSatisfy(pass)
        }
    }

    extension Identifier {
        /// The identifier as bytes of its composed form: those that are equal have the same, and they are ordered as the
        /// identifiers are.
        var key: Data {
            // Nearly all are ASCII, which is composed.
            let isASCII = rawValue.allBytes { $0 < 0x80 }
            return Data((isASCII ? rawValue : rawValue.precomposedStringWithCanonicalMapping).utf8)
        }

        init?(key: DatabaseValue) {
            guard case .blob(let bytes) = key.storage else { return nil }
            self.init(String(decoding: bytes, as: UTF8.self))
        }
    }

    extension Date {
        /// Seconds since 2001, which is what a date is; SQLite keeps every one exactly.
        var column: Double { timeIntervalSinceReferenceDate }

        init?(column: DatabaseValue) {
            guard let seconds = Double.fromDatabaseValue(column) else { return nil }
            self.init(timeIntervalSinceReferenceDate: seconds)
        }
    }

    extension Freshness {
        /// As of when an answer holds that was asked for at `asked`: not later than it does.
        func asOf(asked: Date) -> Date? {
            switch self {
            case .live: asked
            case .kept(let asOf): asOf
            case .unknown: nil
            }
        }

        /// What was kept, with the age it was kept with.
        init(keptAsOf asOf: Date?) {
            self = asOf.map { .kept(asOf: $0) } ?? .unknown
        }
    }
#endif
