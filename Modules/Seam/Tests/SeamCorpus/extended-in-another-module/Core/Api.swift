public final class Api {
    public var count = 0

    public init() {}

    public func load() { count += 1 }
}
