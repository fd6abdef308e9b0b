#if Journal
    import Foundation
    import GRDB

    /// Why a journal can't be opened, read or written.
    public enum SQLiteJournalError: Error, Hashable, Sendable {
        /// A newer version of this library wrote the file, with this version of its schema. The file is not touched.
        case newerSchema(Int)
        /// The file is damaged. It is set aside as soon as no other process has it open.
        case corrupt
        /// The file or its folder can't be written.
        case readOnly
        /// The disk is full.
        case full
        /// Other processes used the file for too long.
        case busy
        /// Any other error, with SQLite's result code: 14 if the folder doesn't exist.
        case unavailable(code: Int)

        init(_ error: any Error) {
            guard let error = error as? DatabaseError else {
                self = (error as? SQLiteJournalError) ?? .unavailable(code: Int(ResultCode.SQLITE_ERROR.rawValue))
                return
            }
            switch error.resultCode {
            case .SQLITE_CORRUPT, .SQLITE_NOTADB: self = .corrupt
            case .SQLITE_READONLY: self = .readOnly
            case .SQLITE_FULL: self = .full
            case .SQLITE_BUSY, .SQLITE_LOCKED: self = .busy
            default: self = .unavailable(code: Int(error.resultCode.rawValue))
            }
        }

        /// Creates the error for an error of the system.
        init(errno: Int32) {
            switch errno {
            case EACCES, EPERM, EROFS: self = .readOnly
            case ENOSPC, EDQUOT: self = .full
            default: self = .unavailable(code: Int(ResultCode.SQLITE_CANTOPEN.rawValue))
            }
        }
    }
#endif
