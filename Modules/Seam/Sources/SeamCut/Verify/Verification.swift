public import Foundation
import SeamKit

/// Runs a command on a slice, takes out the callers that break it, and returns a plan that passes.
///
/// The compiler's errors say first which callers to take out. Where they don't, halves of the slice are tried. The plan that
/// is returned was run as a whole. An incremental build may miss the symbol of a default argument that an initializer of another
/// module has got or lost, so no caller is blamed for a failure of the linker before everything was compiled anew.
///
/// Reasons: docs/adr/text-edits.md.
public final class Verification {
    /// What a run is about to do, or has done.
    public enum Event: Sendable, Equatable {
        /// A run begins.
        case started(run: Int, callers: Int)
        /// A run ended. `remaining` is how many more are likely.
        case ended(run: Int, passed: Bool, remaining: Int)
        /// The linker misses something: the run is repeated, with everything compiled anew.
        case repeated(run: Int)
        /// A caller was taken out.
        case takenOut(String, message: String)
    }

    private let command: String
    private let folder: TrialFolder
    private let log: URL
    private let runner: CommandRun
    private let report: (Event) -> Void
    private let replan: ([CutPlan.Caller.ID: String]) -> CutPlan
    private var runs = 0
    /// Callers that are taken out, with the reason.
    private var broken: [CutPlan.Caller.ID: String] = [:]
    private var all: [CutPlan.Caller.ID] = []

    /// Verifies the slice that `replan` plans for no caller taken out.
    ///
    /// - Parameters:
    ///   - root: the source tree, which isn't changed.
    ///   - command: a command for `/bin/sh`, run in a copy of the tree.
    ///   - log: the existing file that the command's output is added to.
    ///   - runner: runs the command; interrupting it ends the verification.
    ///   - environment: says where the copy and the user's state are.
    ///   - report: called before and after each run.
    ///   - replan: plans the slice without some callers.
    public static func verified(
        root: String,
        command: String,
        log: URL,
        runner: CommandRun = CommandRun(),
        environment: [String: String] = ProcessInfo.processInfo.environment,
        report: @escaping (Event) -> Void = { _ in },
        replan: @escaping ([CutPlan.Caller.ID: String]) -> CutPlan
    ) throws(VerifyFailure) -> CutPlan {
        let whole = replan([:])
        guard !whole.callers.isEmpty else { return whole }
        let folder: TrialFolder
        do {
            folder = try TrialFolder(of: root, environment: environment)
        } catch {
            throw .noCopy(Self.reason(error))
        }
        defer { folder.remove() }
        let verification = Verification(
            command: command,
            folder: folder,
            log: log,
            runner: runner,
            report: report,
            replan: replan
        )
        return try verification.verify(whole)
    }

    private init(
        command: String,
        folder: TrialFolder,
        log: URL,
        runner: CommandRun,
        report: @escaping (Event) -> Void,
        replan: @escaping ([CutPlan.Caller.ID: String]) -> CutPlan
    ) {
        self.command = command
        self.folder = folder
        self.log = log
        self.runner = runner
        self.report = report
        self.replan = replan
    }

    private func verify(_ whole: CutPlan) throws(VerifyFailure) -> CutPlan {
        all = whole.callers.map(\.id)
        let first = try run(all, likely: 0)
        if !first.passed {
            // A command that fails anyway would blame every caller.
            guard try run([], likely: 1).passed else { throw .failsWithout(log.path) }
            let passing = try passing(all, beside: [], failed: first)
            // Every caller that stays was run together with the others that stay.
            for caller in all where broken[caller] == nil && !passing.contains(caller) {
                broken[caller] = "the command fails with it"
            }
        }
        return replan(broken)
    }

    private struct Outcome {
        var passed: Bool
        var blamed: [CutPlan.Caller.ID: String]
        var message: String
    }

    /// The largest part of `callers` that was found to pass together with `base`, which passes alone.
    private func passing(
        _ callers: [CutPlan.Caller.ID],
        beside base: [CutPlan.Caller.ID],
        failed known: Outcome?
    ) throws(VerifyFailure) -> [CutPlan.Caller.ID] {
        var open = callers
        var outcome = known
        while !open.isEmpty {
            let result: Outcome
            if let known = outcome { result = known } else { result = try run(base + open, likely: 1) }
            outcome = nil
            if result.passed { return base + open }
            let blamed = open.filter { result.blamed[$0] != nil }
            if !blamed.isEmpty {
                for caller in blamed { takeOut(caller, result.blamed[caller] ?? result.message) }
                open.removeAll { result.blamed[$0] != nil }
                continue
            }
            if open.count == 1 {
                takeOut(open[0], result.message)
                return base
            }
            let half = open.count / 2
            let left = try passing(Array(open[..<half]), beside: base, failed: nil)
            // If the whole left half passes, the right one is known to break it.
            let isKnown = left.count == base.count + half
            let right = Array(open[half...])
            return try passing(right, beside: left, failed: isKnown ? result : nil)
        }
        return base
    }

    private func takeOut(_ caller: CutPlan.Caller.ID, _ message: String) {
        broken[caller] = message
        report(.takenOut(caller.name, message: message))
    }

    /// Runs the command with the edits of `callers` only.
    ///
    /// - Parameter isAnew: whether everything is compiled anew.
    private func run(
        _ callers: [CutPlan.Caller.ID],
        likely remaining: Int,
        isAnew: Bool = false
    ) throws(VerifyFailure) -> Outcome {
        if runner.isInterrupted { throw .interrupted }
        runs += 1
        report(.started(run: runs, callers: callers.count))
        let wanted = Set(callers)
        var without = broken
        for caller in all where !wanted.contains(caller) { without[caller] = without[caller] ?? "not tried" }
        let plan = replan(without)
        let passed: Bool
        let output: [String]
        do {
            try folder.apply(plan.changes)
            if isAnew { try folder.touchSources() }
            let handle = try FileHandle(forWritingTo: log)
            try handle.seekToEnd()
            let title = "== run \(runs): \(callers.count) of \(all.count) callers\n$ \(command)\n"
            try handle.write(contentsOf: Data(title.utf8))
            let start = try handle.offset()
            passed = try runner.run(command, in: folder.root, log: handle)
            try handle.close()
            let printed = try Data(contentsOf: log, options: .mappedIfSafe)
            output = passed ? [] : ErrorLines.find(in: printed.dropFirst(Int(start)))
        } catch {
            throw .noCopy(Self.reason(error))
        }
        if runner.isInterrupted { throw .interrupted }
        let errors = CompilerError.all(in: output)
        if errors.isEmpty, !isAnew, output.contains(where: ErrorLines.isOfLinker) {
            report(.ended(run: runs, passed: false, remaining: 1))
            report(.repeated(run: runs))
            return try run(callers, likely: remaining, isAnew: true)
        }
        let blamed = Blame(plan: plan, folder: folder.root).callers(errors)
        let halves = blamed.isEmpty ? Int.bitWidth - max(1, callers.count).leadingZeroBitCount : 1
        report(.ended(run: runs, passed: passed, remaining: passed ? remaining : max(remaining, halves)))
        return Outcome(passed: passed, blamed: blamed, message: Self.message(errors, output))
    }

    private static func reason(_ error: any Error) -> String {
        (error as? PrivateFolder.Failure)?.reason ?? (error as? FileWriter.Failure)?.reason
            ?? (error as? WritableTree.Refusal)?.reason ?? error.localizedDescription
    }

    private static func message(_ errors: [CompilerError], _ output: [String]) -> String {
        errors.first?.message ?? output.first.map { String($0.prefix(200)) } ?? "the command fails with it"
    }
}

/// Why a slice wasn't verified.
public enum VerifyFailure: Error, Equatable {
    /// The tree can't be copied, or the command can't be run.
    case noCopy(String)
    /// The command fails without the slice too; its output is in this file.
    case failsWithout(String)
    /// The verification was interrupted.
    case interrupted
}
