#if Journal
    import Foundation
    import Strangler
    import StranglerJournal
    import TestSupport

    /// Somebody who wants a verdict that is met, and may do anything with the public interface but lie in the comparison.
    ///
    /// The game knows how many subjects each build is wrong for.
    final class Adversary {
        /// A call of one subject.
        struct Call: Sendable {
            let subject: Int
            let isWrong: Bool
        }

        enum Move: CaseIterable {
            case call, callAgain, look, sample, calibrate, rule, widen, exclude, journal, copy, rollBackFile, restart,
                clock,
                cancel, kill, build, rollBackBuild, release, another
        }

        /// What a look found.
        struct Look {
            let verdict: Verdict
            /// How many subjects the judged build is wrong for, as a part of all.
            let truth: Double

            /// Whether the build is worse than its rule allows.
            var isWrong: Bool { truth > verdict.rule.maximumRate }
            /// Whether somebody who only compares the observed rate with the limit would go on.
            var looksGood: Bool {
                let (runs, faults) = (verdict.evidence.runs, verdict.evidence.disagreements)
                return runs >= verdict.rule.minimumRuns && Double(faults) < verdict.rule.maximumRate * Double(runs)
            }
        }

        private static let limit = 0.1
        private let folder: URL
        private let rates: [Double]
        private var random: SplitMix
        private var now = Date(timeIntervalSince1970: 1_750_000_000)
        private var files: [URL] = []
        private var copies: [URL] = []
        private var known = Evidence()
        private var build = 0
        private var rate = Adversary.limit
        private var comparison = Comparison<Call, Int, any Error>(maximumUnderWay: 256)
        private var plan = Plan.compare(sample: .all)
        private var subjects = 0
        private var journal: SQLiteJournal
        private var recorder: Recorder
        private var handover: Handover<Call, Int, any Error>
        /// Every move that was made.
        private(set) var moves: Set<Move> = []

        init(in folder: URL, seed: UInt64) throws {
            self.folder = folder
            var random = SplitMix(state: seed)
            // Most builds are worse than the rule allows, by little or by much.
            rates = (0..<8).map { _ in [0.02, 1.05, 1.05, 1.5, 3][Int(random.next() % 5)] * Self.limit }
            self.random = random
            files = [folder.appending(path: "0.sqlite")]
            (journal, recorder, handover) = try Self.opened(
                files[0],
                now,
                build,
                rate,
                comparison,
                plan
            )
        }

        /// Makes one move. Returns what a look found.
        func play(_ move: Move) async throws -> Look? {
            moves.insert(move)
            switch move {
            case .call: await call(draw(60)) { self.newSubject() }
            case .callAgain: await call(draw(20)) { self.draw(max(1, self.subjects)) }
            case .look: return try await look(releasing: false)
            case .release: return try await look(releasing: true)
            case .sample: handover.compare([.percent(10), .percent(50), .all][draw(3)])
            case .calibrate: handover.compare(.percent(80), calibrating: .percent(20))
            case .rule: rate = [0.05, 0.1, 0.15, 0.3][draw(4)]
            case .widen: comparison = Comparison(ignoring: [everything("known")], maximumUnderWay: 256)
            case .exclude: comparison = Comparison(maximumUnderWay: 256).excluding(everything("cached"))
            case .journal: files.append(folder.appending(path: "\(files.count).sqlite"))
            case .copy, .rollBackFile: try await copy(move)
            case .restart: break
            case .clock: now += [-400, -8, -1, 1, 8, 400].map { $0 * 86_400.0 }[draw(6)]
            case .cancel: await cancel()
            case .kill: kill()
            case .build: build = min(rates.count - 1, build + 1)
            case .rollBackBuild: build = max(0, build - 1)
            case .another: handover.releaseWithoutVerdict(.rollout(.percent(20), comparing: .all))
            }
            switch move {
            case .rule, .widen, .exclude, .journal, .copy, .rollBackFile, .restart, .clock, .kill, .build,
                .rollBackBuild:
                try await reopen()
            default: break
            }
            return nil
        }

        /// Whether what was done for a verdict that is wrong is in its text.
        static func isNamed(_ verdict: Verdict) -> Bool {
            [
                "looks by another rule", "other builds were compared", "dated by a clock far off",
                "faults of this build before",
                "unseen", "steps without a verdict", "without a release",
            ].contains { verdict.description.replacing(" 0 unseen", with: "").contains($0) }
        }

        // MARK: - How

        private func look(releasing: Bool) async throws -> Look {
            await handover.settle()
            await recorder.flush()
            var evidence = known
            for file in files where file != files.last {
                evidence = evidence + (try await SQLiteJournal(at: file).evidence())
            }
            evidence = evidence + (try await journal.evidence())
            // What was read once is known, as in a file that was sent elsewhere.
            known = evidence
            let verdict = handover.verdict(in: evidence, now: now)
            if releasing, verdict.isMet { try handover.release(.rollout(.percent(20), comparing: .all), on: verdict) }
            return Look(verdict: verdict, truth: rates[build])
        }

        private func call(_ count: Int, _ subject: () -> Int) async {
            for _ in 0..<count { _ = try? await handover(made(subject())) }
            await handover.settle()
        }

        /// Callers give up, most of all those for whom the candidate is wrong.
        private func cancel() async {
            for _ in 0..<draw(30) {
                let call = made(newSubject())
                let task = Task { [handover] in try await handover(call) }
                if call.isWrong || draw(2) == 0 { task.cancel() }
                _ = await task.result
            }
            await handover.settle()
        }

        /// Ends the process with some runs under way.
        private func kill() {
            for _ in 0...draw(8) {
                let subject = SubjectClass(of: "\(newSubject())")
                _ = journal.runs?.begin(Run(operation: "orders", sides: handover.sides, subject: subject))
            }
        }

        private func copy(_ move: Move) async throws {
            await recorder.flush()
            guard let file = files.last else { return }
            switch move {
            case .copy:
                let copy = folder.appending(path: "copy \(copies.count).sqlite")
                try execute("PRAGMA wal_checkpoint(TRUNCATE)", in: file)
                try FileManager.default.copyItem(at: file, to: copy)
                copies.append(copy)
                files.append(copy)
            default:
                guard let copy = copies.last(where: { $0 != file }) else { return }
                // In place of what is there: everything since is gone from the file.
                for suffix in ["", "-wal", "-shm"] {
                    try? FileManager.default.removeItem(atPath: file.path + suffix)
                    try? FileManager.default.copyItem(atPath: copy.path + suffix, toPath: file.path + suffix)
                }
            }
        }

        private func everything(_ name: String) -> IgnoreRule<Call, Int, any Error> {
            IgnoreRule(name) { _, _, _ in true }
        }

        private func newSubject() -> Int {
            subjects += 1
            return subjects
        }

        private func made(_ subject: Int) -> Call {
            var of = SplitMix(state: UInt64(subject) &* 31 &+ UInt64(build))
            return Call(subject: subject, isWrong: Double(of.next() >> 11) * 0x1p-53 < rates[build])
        }

        private func draw(_ count: Int) -> Int { Int(random.next() % UInt64(count)) }

        private func reopen() async throws {
            plan = handover.plan
            await handover.settle()
            await recorder.flush()
            (journal, recorder, handover) = try Self.opened(files[files.count - 1], now, build, rate, comparison, plan)
        }

        private static func opened(
            _ file: URL,
            _ now: Date,
            _ build: Int,
            _ rate: Double,
            _ comparison: Comparison<Call, Int, any Error>,
            _ plan: Plan
        ) throws -> (SQLiteJournal, Recorder, Handover<Call, Int, any Error>) {
            let journal = try SQLiteJournal(at: file)
            let recorder = Recorder(to: journal, now: { now })
            let handover = Handover<Call, Int, any Error>(
                "orders",
                between: try Sides(control: Identity("old"), candidate: Identity("new", version: "\(build)")),
                plan: plan,
                subject: { "\($0.subject)" },
                control: { $0.subject },
                candidate: { $0.isWrong ? -1 : $0.subject },
                comparison: comparison,
                rule: try Rule(maximumRate: rate, minimumRuns: 30, span: .none),
                safeguards: Safeguards(killSwitch: nil),
                recorder: recorder
            )
            return (journal, recorder, handover)
        }
    }
#endif
