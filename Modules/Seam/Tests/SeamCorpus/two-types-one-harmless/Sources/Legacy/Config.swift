public final class Config {
    public static let shared = Config()
    public var host = ""
}
