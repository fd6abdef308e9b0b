/// Whether a screen is working on something.
public enum Activity: Hashable, Sendable {
    /// Nothing is running.
    case idle
    /// A load is running. Until it ends, the screen shows what it showed before.
    case loading
}
