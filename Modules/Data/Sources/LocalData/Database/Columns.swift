import Domain
import Foundation
import GRDB

/// Conversions between values and columns. Reading returns `nil` for a column that can't have been written by these
/// conversions.

extension String {
    /// The text in a form that SQLite stores completely. A text that contains a zero is stored as bytes, because SQLite
    /// would end the text there.
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

    /// Returns whether all bytes of the text pass. This check runs for every text that is written, and iterating a UTF-8
    /// view is far slower than iterating its contiguous bytes.
    fileprivate func allBytes(_ pass: (UInt8) -> Bool) -> Bool {
        utf8.withContiguousStorageIfAvailable { $0.allSatisfy(pass) } ?? utf8.allSatisfy(pass)
    }
}

extension Identifier {
    /// The identifier as the bytes of its composed form. Equal identifiers have equal bytes, in the same order as the
    /// identifiers.
    var key: Data {
        // Nearly all identifiers are ASCII, which is already composed.
        let isASCII = rawValue.allBytes { $0 < 0x80 }
        return Data((isASCII ? rawValue : rawValue.precomposedStringWithCanonicalMapping).utf8)
    }

    init?(key: DatabaseValue) {
        guard case .blob(let bytes) = key.storage else { return nil }
        self.init(String(decoding: bytes, as: UTF8.self))
    }
}

extension Date {
    /// Seconds since 2001, the internal value of a date. SQLite stores each of them exactly.
    var column: Double { timeIntervalSinceReferenceDate }

    init?(column: DatabaseValue) {
        guard let seconds = Double.fromDatabaseValue(column) else { return nil }
        self.init(timeIntervalSinceReferenceDate: seconds)
    }
}

extension Freshness {
    /// Returns the time at which the response was current. It is never later than `asked`, the time of the request.
    func asOf(asked: Date) -> Date? {
        switch self {
        case .live: asked
        case .cached(let asOf): asOf
        case .unknown: nil
        }
    }

    /// Creates the freshness of a stored value from the age that was stored with it.
    init(cachedAsOf asOf: Date?) {
        self = asOf.map { .cached(asOf: $0) } ?? .unknown
    }
}
