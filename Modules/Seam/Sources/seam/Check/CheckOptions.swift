import ArgumentParser
import Foundation
import SeamCheck
import SeamCut
import SeamKit

/// Where a check stores results, and what reads its tree.
struct CheckOptions: ParsableArguments {
    @OptionGroup var results: CacheOptions

    /// Reads the tree of the `seam.yml` that is nearest to `path`.
    func run(above path: String) throws(ToolFailure) -> CheckRun {
        do {
            guard let root = CheckRun.root(above: path) else { throw CheckFailure.noConfiguration(path) }
            let run = try progressing { progress in
                try CheckRun(root: root, cache: results.cache, calls: Self.calls(at: root), progress: progress)
            }
            Terminal.noteCircles(run.map)
            return run
        } catch {
            throw ToolFailure(error)
        }
    }

    /// Maps the tree at `path`, which has no `seam.yml`.
    func map(of path: String) throws(ToolFailure) -> CodeMap {
        do {
            let workers = ProcessInfo.processInfo.activeProcessorCount
            let options = Analysis.Options(workers: workers, cache: results.cache)
            return try progressing { progress in try Analysis.run(root: path, options: options, progress: progress)
            }
        } catch {
            throw ToolFailure(error)
        }
    }

    /// How many violations the first baseline has if the tree gets this `seam.yml`, and what one of them looks like.
    func first(_ proposal: Proposal, of path: String) throws(ToolFailure) -> (count: Int, example: String?) {
        do {
            let configuration = try Configuration(yaml: proposal.yaml)
            let run = try progressing { progress in
                try CheckRun(
                    root: path,
                    proposed: configuration,
                    cache: results.cache,
                    calls: Self.calls(at: path),
                    progress: progress
                )
            }
            let report = try run.report()
            let style = CheckReport.Style(isColoured: Terminal.isColoured, root: path)
            let count = run.update(from: report, acceptsNew: true).baseline.total
            return (count, report.example(in: style))
        } catch {
            throw ToolFailure(error)
        }
    }

    /// Returns what finds the calls of a tree that rely on a default.
    @Sendable static func calls(at root: String) -> (AnalysedTree, Configuration, Analysis.Options) -> [DefaultedCall] {
        { tree, configuration, analysis in
            let roots = Roots(configuration.roots.map(\.text))
            return CutPlanner(tree, root: root, analysis: analysis).calls(roots: roots).map(DefaultedCall.init)
        }
    }

    private func progressing<Value>(_ body: (@escaping Analysis.Progress) throws -> Value) rethrows -> Value {
        let line = ProgressLine()
        defer { line.clear() }
        return try body { line.report($0, of: $1) }
    }
}

extension DefaultedCall {
    /// Creates a call from what a planner has found.
    init(call: MakingCall) {
        self.init(
            file: call.file,
            line: call.line,
            column: call.column,
            maker: call.maker,
            callee: call.callee,
            singleton: call.type,
            id: call.singleton,
            explanation: call.explanation
        )
    }
}

extension ToolFailure {
    /// What a check failed with, as the tool ends.
    init(_ error: any Error) {
        let failure = (error as? AnalysisError).map(CheckFailure.analysis) ?? error as? CheckFailure
        let code: ToolExit =
            switch failure {
            case .cannotWrite: .output
            case let failure? where failure.isUnreadable: .unreadable
            default: .usage
            }
        self.init(message: failure?.description ?? "\(error)", exitCode: code)
    }
}
