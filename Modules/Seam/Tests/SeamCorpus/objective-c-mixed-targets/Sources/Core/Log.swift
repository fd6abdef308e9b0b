import Foundation

public final class Log: NSObject {
    private static let one = Log()
    private var lines: [String] = []
    @objc public static func sharedLog() -> Log { one }
    @objc public func add(_ line: String) { lines.append(line) }
}
