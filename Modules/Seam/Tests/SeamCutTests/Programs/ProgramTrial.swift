import Foundation
import SeamKit

@testable import SeamCut

/// Cuts programs, and compares what they print with what they printed before.
struct ProgramTrial {
    struct Failure {
        var program: GeneratedProgram
        /// The step after which it isn't as before; nil if it doesn't compile as it is.
        var step: ProgramStep?
        var text: String
    }

    struct Result {
        var failures: [Failure] = []
        /// How many programs each step changed.
        var changed: [String: Int] = [:]
    }

    /// Returns the programs that don't print after a step what they printed before.
    func run(_ programs: [GeneratedProgram], _ mode: Compiler.Mode, _ steps: [ProgramStep] = ProgramStep.allCases)
        throws -> Result
    {
        let cores = ProcessInfo.processInfo.activeProcessorCount
        let trails = Workers.map(programs.count, threads: cores, state: {}) { _, index in
            self.trail(of: programs[index], steps)
        }
        var batches = [ProgramBatch(mode: mode, programs: [:])]
        for program in programs { batches[0].programs[program.number] = program.files }
        batches += steps.indices.map { step in
            var batch = ProgramBatch(mode: mode, programs: [:])
            for (program, trail) in zip(programs, trails) {
                if case .success(let files?) = trail[step] { batch.programs[program.number] = files }
            }
            return batch
        }
        let outcomes = try Workers.map(batches.count, threads: cores, state: {}) { [batches] _, index in
            Swift.Result { try batches[index].run() }
        }.map { try $0.get() }
        var result = Result()
        for (program, trail) in zip(programs, trails) {
            guard case .printed(let old, _)? = outcomes[0][program.number] else {
                let text = if case .failed(let error)? = outcomes[0][program.number] { error } else { "not run" }
                result.failures.append(Failure(program: program, step: nil, text: text))
                continue
            }
            for (index, step) in steps.enumerated() {
                var fault: String?
                if case .failure(let error) = trail[index] {
                    fault = "\(error)"
                } else if let outcome = outcomes[index + 1][program.number] {
                    result.changed[step.rawValue, default: 0] += 1
                    if case .failed(let error) = outcome { fault = error } else { fault = difference(old, outcome) }
                }
                if let fault { result.failures.append(Failure(program: program, step: step, text: fault)) }
            }
        }
        return result
    }

    /// Returns the sources of a program after each step; nil if the step changes nothing.
    private func trail(
        of program: GeneratedProgram,
        _ steps: [ProgramStep]
    ) -> [Swift.Result<[String: String]?, any Error>] {
        var injected: [String: String]?
        return steps.map { step in
            Swift.Result {
                let start = try step.isAfterInjecting ? injected ?? self.injected(program) : program.files
                let files = try step.files(of: program, from: start, check: check)
                if step == .inject { injected = files }
                return files == start ? nil : files
            }
        }
    }

    private func injected(_ program: GeneratedProgram) throws -> [String: String] {
        try ProgramStep.inject.files(of: program, from: program.files, check: { _ in })
    }

    /// The groups add up to the map, and taking the edits back gives the old bytes.
    private func check(_ plan: CutPlan) throws {
        let left = plan.left.reduce(0) { $0 + $1.count }
        guard plan.rewritten + left + plan.outside == plan.rows.count else {
            throw ProgramFault(description: "the groups of \(plan.singleton.id) don't add up")
        }
        for change in plan.changes where !change.isNew {
            var shift = 0
            let back = change.edits.map { edit in
                defer { shift += edit.new.utf8.count - edit.old.utf8.count }
                return TextEdit(offset: edit.offset + shift, old: edit.new, new: edit.old)
            }
            guard FileChange(path: change.path, bytes: change.result, edits: back).result == change.bytes else {
                throw ProgramFault(description: "taking the edits of \(change.path) back doesn't give the old file")
            }
        }
    }

    private func difference(_ old: String, _ outcome: ProgramBatch.Outcome) -> String? {
        guard case .printed(let new, _) = outcome, new != old else { return nil }
        let (before, after) = (old.components(separatedBy: "\n"), new.components(separatedBy: "\n"))
        let place = zip(before, after).prefix { $0 == $1 }.count
        return
            "line \(place): before \(before.dropFirst(place).first ?? "-"), after \(after.dropFirst(place).first ?? "-")"
    }

    // MARK: Shrinking

    /// Returns the smallest program that is found to fail in the same step.
    func shrunk(_ failure: Failure) throws -> Failure {
        guard let step = failure.step else { return failure }
        var best = failure
        var isSmaller = true
        while isSmaller {
            isSmaller = false
            for program in best.program.smaller {
                let result = try run([program], program.setting.mode, [step])
                guard let found = result.failures.first, found.step == step else { continue }
                (best, isSmaller) = (found, true)
                break
            }
        }
        return best
    }

    func report(_ failure: Failure) throws -> String {
        let program = failure.program
        var text = "seed \(program.seed), mode \(program.setting.mode.rawValue), "
        text += "\(failure.step?.rawValue ?? "as generated"): \(failure.text)\n"
        for (path, source) in program.files.sorted(by: { $0.key < $1.key }) { text += "--- \(path)\n\(source)" }
        guard let step = failure.step else { return text }
        // A step that fails itself has no result.
        let start = step.isAfterInjecting ? try? injected(program) : program.files
        let after = start.flatMap { try? step.files(of: program, from: $0, check: { _ in }) } ?? [:]
        for (path, source) in after.sorted(by: { $0.key < $1.key }) { text += "+++ \(path)\n\(source)" }
        return text
    }
}
