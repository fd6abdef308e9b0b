/// Why something can't be read from the store. All use cases that read share it.
public enum ReadError: Error, Hashable, Sendable, CaseIterable {
    /// Nobody has this identifier.
    case unknownUser
    /// The store asks the person to sign in (again).
    case unauthorised
    /// The store can't be reached, doesn't answer in time or closes the connection in the middle of its answer, and
    /// nothing was stored on this device.
    case unavailable
    /// The store asks to wait, and nothing was stored on this device.
    case busy
    /// The store's answer can't be read: it isn't in the agreed format, or lacks a mandatory field.
    case malformed
    /// The calling task was cancelled. Nothing is wrong: this case is never shown, recorded or a reason to fall back.
    case cancelled
}
