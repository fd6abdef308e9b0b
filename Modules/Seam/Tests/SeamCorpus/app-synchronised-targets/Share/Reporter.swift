/// The share extension's.
final class Reporter {
    static let shared = Reporter()
    var lines: [String] = []

    func report(_ line: String) {
        lines.append(line)
    }
}
