/// The version of the tool.
enum SeamVersion {
    static let text = "0.1.0"
}
