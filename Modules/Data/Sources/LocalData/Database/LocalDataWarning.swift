#if Account
    public import Foundation

    /// What a person is to be told although what they asked for was done.
    public enum LocalDataWarning: Hashable, Sendable {
        /// The file was damaged. It has this name now and a new one was begun: lists are asked for again, and changes that
        /// were never sent are in the damaged file alone.
        case setAside(URL)
        /// An answer of the store is shown, but could not be kept, or nothing kept could be read, for this reason.
        case notKept(LocalDataError)
    }
#endif
