import Foundation
import GRDB

/// Why data stored on this device can't be opened, read or written. The stored data is unchanged.
public enum LocalDataError: Error, Hashable, Sendable {
    /// A newer version of the app wrote the file, with this version of its schema. The file is not touched.
    case newerSchema(Int)
    /// The file is damaged, and other processes have it open. It is set aside as soon as they have closed it.
    case damaged
    /// The file or its folder can't be written.
    case readOnly
    /// The disk is full, or the file has reached its maximum size.
    case full
    /// Other processes held the file lock for longer than the limit.
    case locked
    /// Any other error, with SQLite's result code: 14 if the folder can't be created.
    case unavailable(code: Int)
    /// Somebody has signed out since this process began, so no data of the user may be stored any more.
    case signedOut
    /// The calling task was cancelled; nothing was changed.
    case cancelled

    init(_ error: any Error) {
        switch error {
        case let error as LocalDataError: self = error
        case let error as DatabaseError: self.init(error)
        case is CancellationError: self = .cancelled
        default: self = .unavailable(code: Int(ResultCode.SQLITE_ERROR.rawValue))
        }
    }

    private init(_ error: DatabaseError) {
        switch error.extendedResultCode {
        // If a limit or a quota prevents a file from growing, SQLite does not report a full disk.
        case .SQLITE_IOERR_WRITE, .SQLITE_IOERR_SHMOPEN, .SQLITE_IOERR_SHMSIZE: self = .full
        default:
            switch error.resultCode {
            case .SQLITE_CORRUPT, .SQLITE_NOTADB: self = .damaged
            case .SQLITE_READONLY: self = .readOnly
            case .SQLITE_FULL: self = .full
            case .SQLITE_BUSY, .SQLITE_LOCKED: self = .locked
            case .SQLITE_INTERRUPT, .SQLITE_ABORT: self = .cancelled
            default: self = .unavailable(code: Int(error.resultCode.rawValue))
            }
        }
    }

    /// What a result code means, in SQLite's words.
    package static func words(for code: Int) -> String {
        ResultCode(rawValue: CInt(truncatingIfNeeded: code)).description
    }

    /// Creates the error for an error of the system.
    init(errno: Int32) {
        switch errno {
        case EACCES, EPERM, EROFS: self = .readOnly
        case ENOSPC, EDQUOT, EFBIG: self = .full
        default: self = .unavailable(code: Int(ResultCode.SQLITE_CANTOPEN.rawValue))
        }
    }
}
