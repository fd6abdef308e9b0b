#if Account
    import Foundation
    import GRDB

    /// Why what is kept on this device can't be opened, read or written. What was kept before is as it was.
    public enum LocalDataError: Error, Hashable, Sendable {
        /// A newer version wrote the file, with this version of its schema. The file is left alone.
        case newerSchema(Int)
        /// The file is damaged, and others have it open; it is set aside as soon as they have closed it.
        case damaged
        /// The file or its folder can't be written.
        case readOnly
        /// The disk is full, or the file has reached the size it may have.
        case full
        /// Others kept the file locked for longer than is waited.
        case locked
        /// Anything else, with SQLite's result code: 14 where the folder can't be made.
        case unavailable(code: Int)
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
            // A file that may not grow, by a limit or a quota, is no full disk to SQLite.
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

        /// What a call of the system said.
        init(errno: Int32) {
            switch errno {
            case EACCES, EPERM, EROFS: self = .readOnly
            case ENOSPC, EDQUOT, EFBIG: self = .full
            default: self = .unavailable(code: Int(ResultCode.SQLITE_CANTOPEN.rawValue))
            }
        }
    }
#endif
