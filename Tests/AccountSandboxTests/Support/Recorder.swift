import Foundation
import Synchronization

/// Records the messages of a hook, for a test to read.
final class Recorder: Sendable {
    private let entries = Mutex<[String]>([])

    func tell(_ text: String) {
        entries.withLock { $0.append(text) }
    }

    var told: [String] { entries.withLock { $0 } }
}

/// A clock that is stopped until a test moves it.
final class StoppedClock: Sendable {
    private let moment = Mutex(Date(timeIntervalSince1970: 1_795_253_400))

    func now() -> Date { moment.withLock { $0 } }

    func advance(by seconds: TimeInterval) {
        moment.withLock { $0 += seconds }
    }
}
