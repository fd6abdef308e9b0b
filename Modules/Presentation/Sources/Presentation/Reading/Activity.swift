/// Whether a screen is working on something.
public enum Activity: Hashable, Sendable {
    /// Nothing is under way.
    case idle
    /// A load is under way; what was on screen before it stays there meanwhile.
    case loading
}
