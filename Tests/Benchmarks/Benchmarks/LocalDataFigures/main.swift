import Domain
import Foundation

/// The cost of storing offers, as ratios to the same work with GRDB alone. The two sides run in turn.
///
///     LocalDataFigures                                      all figures
///     `LocalDataFigures keep|page plain|kept COUNT TIMES`     one side alone, so many times, to be counted by valgrind,
///                                                           and the memory it took at most
let arguments = CommandLine.arguments.dropFirst()
if arguments.count == 4, let count = Int(arguments[3]), let times = Int(arguments[4]) {
    let side = arguments[2] == "plain" ? Side.plain : .kept
    try await Report.alone(side, readsPages: arguments[1] == "page", of: count, times: times)
    say("at most \(peakMemory) MB")
} else {
    try await Report.keeping(1_000, rounds: 61)
    try await Report.keeping(100_000, rounds: 21)
    for count in [1_000, 10_000, 100_000] { try await Report.page(of: 50, in: count, calls: 100, rounds: 61) }
    try await Report.page(of: 1_000, in: 100_000, calls: 10, rounds: 31)
    try await Report.growth(from: 1_000, to: 100_000, calls: 100, rounds: 61)
}

func say(_ text: String) {
    FileHandle.standardOutput.write(Data((text + "\n").utf8))
}

/// The peak memory of this process, in millions of bytes.
var peakMemory: Int {
    var usage = rusage()
    #if os(Linux)
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        return usage.ru_maxrss * 1_024 / 1_000_000
    #else
        getrusage(RUSAGE_SELF, &usage)
        return usage.ru_maxrss / 1_000_000
    #endif
}
