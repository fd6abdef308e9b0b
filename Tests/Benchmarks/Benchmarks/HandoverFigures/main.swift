import Foundation

/// What a hand-over costs. Each figure is a ratio or a difference within one run, its two sides taken in turn.
///
///     HandoverFigures                        all figures
///     HandoverFigures direct|handover COUNT  so many calls of one kind and nothing else, to be counted by valgrind
switch CommandLine.arguments.dropFirst().first {
case "direct": await PlanLegacy().direct(calls: Int(CommandLine.arguments.last ?? "") ?? 1)
case "handover": await PlanLegacy().handedOver(calls: Int(CommandLine.arguments.last ?? "") ?? 1)
default:
    await PlanLegacy().report()
    await CompareCost.report()
    try await Screens.report()
}

/// The middle one.
func median<Value: Comparable>(_ values: [Value]) -> Value {
    values.sorted()[values.count / 2]
}

/// How long work takes.
func duration(_ work: () async throws -> Void) async rethrows -> Duration {
    let start = ContinuousClock.now
    try await work()
    return start.duration(to: .now)
}

func say(_ text: String) {
    FileHandle.standardOutput.write(Data((text + "\n").utf8))
}
