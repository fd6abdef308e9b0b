// Writes to a journal from a process of its own: path, name of the hand-over, number of entries.
#if Journal
    import Foundation
    import Strangler
    import StranglerJournal

    let words = CommandLine.arguments
    guard words.count == 4, let count = Int(words[3]) else { exit(64) }
    let journal = try SQLiteJournal(at: URL(fileURLWithPath: words[1]))
    for number in 1...count {
        let latency = Duration.nanoseconds(number)
        try await journal.record([
            Entry(operation: words[2], date: Date(), fact: .compared(.matched, control: latency, candidate: latency))
        ])
    }
#endif
