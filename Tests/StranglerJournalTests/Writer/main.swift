// Writes to a journal from a process of its own. Arguments: path, name of the hand-over, number of entries. With `trap` for a
// number it compares a candidate that ends the process. With `dual` for a
// name it writes to two files in a folder.
#if Journal
    import Foundation
    import Strangler
    import StranglerJournal

    struct Broken: Error, Equatable {}

    let words = CommandLine.arguments
    guard words.count == 4 else { exit(64) }
    if words[2] == "dual" {
        try await writeTwice(in: URL(fileURLWithPath: words[1]), words[3])
        exit(0)
    }
    let journal = try SQLiteJournal(at: URL(fileURLWithPath: words[1]))
    if words[3] == "trap" {
        let handover = Handover(
            words[2],
            between: try Sides(control: Identity("old"), candidate: Identity("new")),
            plan: .compare(sample: .all),
            subject: { (input: Int) in String(input) },
            control: { (input) async throws(Broken) in input },
            candidate: { (_) async throws(Broken) -> Int in fatalError("as a candidate may") },
            cancellation: .none,
            comparison: Comparison(),
            recorder: Recorder(to: journal)
        )
        _ = try await handover(1)
        await handover.settle()
    }
    guard let count = Int(words[3]) else { exit(64) }
    for number in 1...count {
        let latency = Duration.nanoseconds(number)
        try await journal.record([
            Entry(operation: words[2], date: Date(), fact: .compared(.matched, control: latency, candidate: latency))
        ])
    }
#endif
