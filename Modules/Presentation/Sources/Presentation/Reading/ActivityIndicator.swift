public import Observation

/// The one sign of an app that something is under way.
///
/// It counts: it is on from the first of any number of overlapping requests to the last.
@MainActor @Observable
public final class ActivityIndicator {
    /// Whether there is a sign at all. Switched off it goes on counting, so it is right when it is switched on again.
    public var isEnabled: Bool

    private var underWay = 0

    /// Creates an indicator without activity.
    public init(isEnabled: Bool) {
        self.isEnabled = isEnabled
    }

    /// Whether to show the sign.
    public var isActive: Bool { isEnabled && underWay > 0 }

    /// Counts a request in; each is counted out once, by `end()`.
    public func begin() { underWay += 1 }

    /// Counts a request out.
    public func end() {
        precondition(underWay > 0, "A request can't end that has not begun.")
        underWay -= 1
    }
}
