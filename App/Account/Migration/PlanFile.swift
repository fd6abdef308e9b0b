import Foundation
import Strangler

/// The file with the plans of the hand-overs.
struct PlanFile: Sendable {
    private struct Contents: KeptContents {
        static let newest = 1
        var version = Self.newest
        var plans: [String: Plan] = [:]
    }

    let folder: URL

    var url: URL { folder.appending(path: "plans.json") }

    private var file: KeptFile<Contents> { KeptFile(url: url) }

    /// The plans; without a file there are none, which stands for `legacy` everywhere.
    func plans() throws(KeptFileFailure) -> [Migration.UseCase: Plan] {
        let plans = try file.contents().plans.compactMap { name, plan in
            Migration.UseCase(rawValue: name).map { ($0, plan) }
        }
        return Dictionary(uniqueKeysWithValues: plans)
    }

    /// Sets one plan from what it was, and answers both.
    func change(
        _ useCase: Migration.UseCase,
        _ next: (Plan) -> Plan
    ) async throws(KeptFileFailure) -> (from: Plan, to: Plan) {
        try await file.change { contents in
            let from = contents.plans[useCase.rawValue] ?? .legacy
            let to = next(from)
            contents.plans[useCase.rawValue] = to
            return (from, to)
        }
    }
}
