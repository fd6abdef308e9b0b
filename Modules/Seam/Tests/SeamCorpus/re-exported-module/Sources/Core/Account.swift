public final class Account {
    public static let shared = Account()
    public var count = 0

    public func load() { count += 1 }
}
