struct Config {
    static let shared = Config(host: "a")
    let host: String
}
