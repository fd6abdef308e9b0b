public import Observation

/// The one activity indicator of an app.
///
/// It counts: it is active from the first of any number of overlapping requests to the last.
@MainActor @Observable
public final class ActivityIndicator {
    /// Whether the indicator is shown at all. While it is disabled it continues to count, so it is correct when it is enabled
    /// again.
    public var isEnabled: Bool

    private var underWay = 0

    /// Creates an indicator without activity.
    public init(isEnabled: Bool) {
        self.isEnabled = isEnabled
    }

    /// Whether to show the indicator.
    public var isActive: Bool { isEnabled && underWay > 0 }

    /// Counts the beginning of a request. Call `end()` once for each request.
    public func begin() { underWay += 1 }

    /// Counts the end of a request.
    public func end() {
        precondition(underWay > 0, "A request can't end that has not begun.")
        underWay -= 1
    }
}
