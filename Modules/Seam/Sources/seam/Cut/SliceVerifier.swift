import Dispatch
import Foundation
import SeamKit
import SeamCut

/// Verifies a slice by a person's command: progress on standard error, the output in a log, and an orderly end when
/// interrupted.
struct SliceVerifier {
    var root: String
    var command: String

    /// The plan of the callers with which the command passes.
    func verified(_ replan: @escaping ([CutPlan.Caller.ID: String]) -> CutPlan) throws(ToolFailure) -> CutPlan {
        let runner = CommandRun()
        let signals = [SIGINT, SIGTERM, SIGHUP].map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler {
                Terminal.error("seam: stopping the command")
                runner.interrupt()
            }
            source.resume()
            return (number, source)
        }
        let log: URL
        do throws(PrivateFolder.Failure) {
            log = URL(fileURLWithPath: try PrivateFolder.temporaryFile(for: "cut", ending: ".log"))
        } catch {
            throw ToolFailure(.noCopy("there is no place for a log: \(error.reason)"))
        }
        Terminal.error("seam: the command's output is in \(log.path)")
        let progress = VerifyProgress()
        defer {
            progress.end()
            for (number, source) in signals {
                source.cancel()
                signal(number, SIG_DFL)
            }
        }
        do throws(VerifyFailure) {
            return try Verification.verified(
                root: root,
                command: command,
                log: log,
                runner: runner,
                report: progress.report,
                replan: replan
            )
        } catch {
            throw ToolFailure(error)
        }
    }
}

extension ToolFailure {
    init(_ failure: VerifyFailure) {
        switch failure {
        case .noCopy(let reason):
            self.init(message: "cannot try the slice in a copy: \(reason)", exitCode: .usage)
        case .failsWithout(let log):
            self.init(
                message: "the command fails without the slice too; its output is in \(log)",
                exitCode: .usage
            )
        case .interrupted:
            self.init(message: "interrupted; nothing was written", exitCode: .interrupted)
        }
    }
}

/// Shows how far a verification is. The time that remains is how long the runs so far took, for each that is likely to come.
final class VerifyProgress {
    private var runStart = ContinuousClock.now
    private var longest = Duration.zero
    private var ticker: (any DispatchSourceTimer)?

    func report(_ event: Verification.Event) {
        switch event {
        case .started(let run, let callers):
            runStart = .now
            let what = callers == 0 ? "without the slice" : "with \(callers) \(callers == 1 ? "caller" : "callers")"
            Terminal.error("seam: run \(run), \(what)")
            tick(longest)
        case .ended(let run, let passed, let remaining):
            end()
            let took = ContinuousClock.now - runStart
            longest = max(longest, took)
            var text = "seam: run \(run) \(passed ? "passed" : "failed") after \(Self.text(of: took))"
            if !passed || remaining > 0 { text += "; about \(Self.text(of: longest * max(1, remaining))) more" }
            Terminal.error(text)
        case .repeated(let run):
            Terminal.error("seam: run \(run) failed in the linker, so everything is compiled anew")
        case .takenOut(let caller, let message):
            Terminal.error("seam: without \(caller): \(message)")
        }
    }

    /// Takes the moving line away.
    func end() {
        guard let ticker else { return }
        ticker.cancel()
        self.ticker = nil
        Terminal.errorOutput("\r\u{1B}[K")
    }

    /// Counts on a terminal, where a line can move.
    private func tick(_ expected: Duration) {
        guard Terminal.isWatched else { return }
        let timer = DispatchSource.makeTimerSource(queue: .global())
        let start = runStart
        timer.schedule(deadline: .now() + 1, repeating: 1)
        timer.setEventHandler {
            let spent = ContinuousClock.now - start
            let left = expected > spent ? ", about \(Self.text(of: expected - spent)) left" : ""
            Terminal.errorOutput("\r\u{1B}[K\(Self.text(of: spent))\(left)")
        }
        timer.resume()
        ticker = timer
    }

    private static func text(of duration: Duration) -> String {
        let seconds = Int(duration.components.seconds)
        return seconds < 120 ? "\(max(1, seconds)) s" : "\(seconds / 60) min"
    }
}
