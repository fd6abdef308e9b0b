import Foundation
import Strangler

/// The file with the plans of the hand-overs.
///
/// Reasons: docs/adr/plans-and-the-kill-switch.md.
struct PlanFile: Sendable {
    private struct Contents: VersionedContents {
        static let newest = 1
        var version = Self.newest
        var plans: [String: Plan] = [:]
    }

    let folder: URL

    var url: URL { folder.appending(path: "plans.json") }

    private var file: VersionedFile<Contents> { VersionedFile(url: url) }

    /// The plans. An operation without a plan is on `legacy`, and so is every operation if there is no file.
    func plans() throws(VersionedFileError) -> [Migration.UseCase: Plan] {
        let plans = try file.contents().plans.compactMap { name, plan in
            Migration.UseCase(rawValue: name).map { ($0, plan) }
        }
        return Dictionary(uniqueKeysWithValues: plans)
    }

    /// Replaces one plan, and returns the old and the new one.
    func change(
        _ useCase: Migration.UseCase,
        _ next: (Plan) -> Plan
    ) async throws(VersionedFileError) -> (from: Plan, to: Plan) {
        try await file.change { contents in
            let from = contents.plans[useCase.rawValue] ?? .legacy
            let to = next(from)
            contents.plans[useCase.rawValue] = to
            return (from, to)
        }
    }
}
