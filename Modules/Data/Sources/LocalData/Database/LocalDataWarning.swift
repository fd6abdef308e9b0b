public import Foundation

/// Something a person should know although their request succeeded.
public enum LocalDataWarning: Hashable, Sendable {
    /// The file was damaged. It was renamed to this name, and a new file was begun. Lists are fetched again; changes that
    /// were never sent exist only in the damaged file.
    case setAside(URL)
    /// An earlier version had stored data of other people than the one who is signed in. It is erased, with so many changes of
    /// theirs that were never sent.
    case erasedOthers(pendingChanges: Int)
    /// A response of the store is shown but could not be stored, or stored data could not be read, for this reason.
    case notStored(LocalDataError)
}
