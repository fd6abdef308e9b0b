/// Compiled by the app and the share extension, each of which has a Reporter of its own.
struct Journal {
    func write(_ line: String) {
        Reporter.shared.report(line)
    }
}
