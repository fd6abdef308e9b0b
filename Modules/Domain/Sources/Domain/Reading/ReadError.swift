/// Why something can't be read from the store. All use cases that read share it.
///
/// Reasons: docs/adr/typed-errors.md.
public enum ReadError: Error, Hashable, Sendable, CaseIterable {
    /// No user has this identifier.
    case unknownUser
    /// The store asks the person to sign in (again).
    case unauthorised
    /// The store can't be reached, doesn't respond in time or closes the connection during its response, and no copy is stored
    /// on this device.
    case unavailable
    /// The store asks the client to wait, and no copy is stored on this device.
    case busy
    /// The store's response can't be read: it isn't in the agreed format, or lacks a mandatory field.
    case malformed
    /// What is stored on this device can't be read or written: the sign-in, without which the store is not asked, or the copy
    /// that would be shown because the store can't be reached.
    case notStored
    /// The calling task was cancelled. This is not a failure: it is never shown or recorded, and it never causes a fallback.
    case cancelled
}

/// An update for an observer: the complete value, or why there is no newer one.
public typealias ReadUpdate<Value> = Result<Snapshot<Value>, ReadError>
