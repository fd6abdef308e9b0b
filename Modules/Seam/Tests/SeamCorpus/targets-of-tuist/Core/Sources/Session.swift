public final class Session {
    public static let shared = Session()
    public var renewals = 0
    public func renew() { renewals += 1 }
}
