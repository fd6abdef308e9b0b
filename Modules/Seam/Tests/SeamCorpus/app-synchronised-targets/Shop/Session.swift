/// Compiled by the app, the share extension and the widget.
final class Session {
    static let shared = Session()
    var user: String?
}
