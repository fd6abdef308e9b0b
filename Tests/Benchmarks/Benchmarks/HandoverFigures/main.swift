import Foundation

/// The cost of a hand-over. Each figure is a ratio or a difference within one run, whose two sides run in turn.
///
///     HandoverFigures                        all figures but the next three
///     HandoverFigures many                   100,000 calls by 200 tasks, with a journal in SQLite and metrics
///     HandoverFigures memory                 the memory of 1,000,000 compared calls
///     HandoverFigures looks                  a look at the verdict after 1,000,000 compared calls
///     HandoverFigures direct|handover COUNT  so many calls of one kind and nothing else, to be counted by valgrind
switch CommandLine.arguments.dropFirst().first {
case "direct": await PlanLegacy().direct(calls: Int(CommandLine.arguments.last ?? "") ?? 1)
case "handover": await PlanLegacy().handedOver(calls: Int(CommandLine.arguments.last ?? "") ?? 1)
case "many": try await ManyCalls.report()
case "memory": try await Memory.report()
case "looks": try await Looks.report()
default:
    await PlanLegacy().report()
    await CompareCost.report()
    await CompareOverhead.report()
    await PlanCosts.report()
    try await Screens.report()
}

/// Returns the median.
func median<Value: Comparable>(_ values: [Value]) -> Value {
    values.sorted()[values.count / 2]
}

/// Returns the duration of work.
func duration(_ work: () async throws -> Void) async rethrows -> Duration {
    let start = ContinuousClock.now
    try await work()
    return start.duration(to: .now)
}

func say(_ text: String) {
    FileHandle.standardOutput.write(Data((text + "\n").utf8))
}
