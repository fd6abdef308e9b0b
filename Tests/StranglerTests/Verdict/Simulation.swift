import Foundation

@testable import Strangler
import TestSupport

/// Complete migrations with random numbers from a seed, in which the candidate is as bad as the rule's limit or worse. An
/// observer looks after every run and stops as soon as the verdict is met.
struct Simulation {
    /// The parameters of a simulation.
    struct Scenario: Sendable, CustomStringConvertible {
        let description: String
        /// The share of subjects for whom the candidate disagrees; by default the limit.
        var wrong = Simulation.limit
        /// How often control alone fails.
        var controlFails = 0.0
        /// How often the result of control alone is wrong.
        var controlDiffers = 0.0
        /// The number of calibrated subjects.
        var calibrated = 0
        /// The average number of runs of each subject.
        var runsPerSubject = 1
        /// Whether the candidate ends the process instead of returning a wrong result.
        var traps = false
        /// The number of runs in a day; the period is seven days.
        var runsPerDay = Int.max
        /// The number of subjects in a group that is wrong as a whole, for example those of one network.
        var group = 1
        /// Whether the group is the hand-over's subject.
        var countsGroups = false
        /// The number of runs of one subject in a row.
        var burst = 1
        /// Whether the candidate is wrong in the last sixth of each day only, as often on the whole.
        var isDaily = false
        /// How often the process is killed, with eight runs under way.
        var killed = 0.0
        /// The share of the calls that the first plan compares; the second, from the middle on, compares all.
        var sample = 1.0
    }

    static let limit = 0.02
    static let scenarios = [
        Scenario(description: "new subjects"),
        Scenario(description: "subjects that come back", runsPerSubject: 10),
        Scenario(description: "control that fails alone", controlFails: 0.04, calibrated: 2_000),
        Scenario(description: "control that differs alone", controlDiffers: 0.04, calibrated: 2_000),
        Scenario(description: "a candidate that traps", traps: true),
        Scenario(description: "thirty days, in windows", runsPerDay: 100),
        Scenario(description: "groups that are the subject", group: 5, countsGroups: true),
        Scenario(description: "bursts of one subject", burst: 5),
        Scenario(description: "wrong in a sixth of the day", runsPerDay: 400, isDaily: true),
        Scenario(description: "a process that is killed", killed: 0.005),
        Scenario(description: "a plan that changes", sample: 0.1),
    ]
    /// What the bound doesn't hold for, as the limits say.
    static let dependent = Scenario(description: "groups of ten, one by one the subject", group: 10)

    let scenario: Scenario
    var runs = 3_000
    private var random: SplitMix
    private var judge: Judge

    init(_ scenario: Scenario, seed: UInt64, judge: Judge) {
        self.scenario = scenario
        random = SplitMix(state: seed)
        self.judge = judge
    }

    /// Returns in how many of this number of migrations the verdict was ever met.
    mutating func met(of migrations: Int) -> Int {
        (0..<migrations).count { _ in isEverMet() }
    }

    private mutating func isEverMet() -> Bool {
        let noise = calibration()
        var now = Day()
        /// The totals at the beginning of each day.
        var mornings: [Day] = []
        var subjects: [Subject] = []
        for run in 0..<runs {
            if run % scenario.runsPerDay == 0 { mornings.append(now) }
            if run < runs / 2, scenario.sample < 1, !chance(scenario.sample) { continue }
            let number = nextSubject(run, &subjects)
            if chance(scenario.killed) {
                // One of the eight counts. The subjects of the others come back.
                now.unseen += 1
                continue
            }
            let differs = subjects[number].isWrong || chance(scenario.controlFails) || chance(scenario.controlDiffers)
            now.runs += 1
            now.differing += differs ? 1 : 0
            if differs, scenario.traps {
                // Only the beginning of the run is recorded.
                now.unseen += 1
            } else {
                now.subjects += subjects[number].isSeen ? 0 : 1
                subjects[number].isSeen = true
                if differs, !subjects[number].hasDisagreed {
                    subjects[number].hasDisagreed = true
                    now.disagreeing += 1
                }
            }
            let window = max(0, mornings.count - 7)
            // Of what is wrong in a part of the day only, a rule with a span sees six days.
            if scenario.isDaily, mornings.count < Rule.Span.week.days { continue }
            if judge.isMet(now, since: mornings[window], noise, window) { return true }
        }
        return false
    }

    /// Returns the number of the subject of a run, who may be a new one.
    private mutating func nextSubject(_ run: Int, _ subjects: inout [Subject]) -> Int {
        if let last = subjects.indices.last, !run.isMultiple(of: scenario.burst) { return last }
        let isNew = subjects.isEmpty || scenario.runsPerSubject == 1 || chance(1 / Double(scenario.runsPerSubject))
        guard isNew else { return Int(random.next() % UInt64(subjects.count)) }
        if scenario.group > 1, !run.isMultiple(of: scenario.group), let last = subjects.last {
            // The next one of the same group.
            if scenario.countsGroups { return subjects.count - 1 }
            subjects.append(Subject(isWrong: last.isWrong))
        } else if scenario.isDaily {
            let isLate = run % scenario.runsPerDay >= scenario.runsPerDay * 5 / 6
            subjects.append(Subject(isWrong: isLate && chance(scenario.wrong * 6)))
        } else {
            subjects.append(Subject(isWrong: chance(scenario.wrong)))
        }
        return subjects.count - 1
    }

    private struct Subject {
        let isWrong: Bool
        var isSeen = false
        var hasDisagreed = false
    }

    private mutating func calibration() -> NoiseFigures? {
        guard scenario.calibrated > 0 else { return nil }
        var evidence = NoiseFigures(subjects: 0, noisy: 0)
        for _ in 0..<scenario.calibrated {
            evidence.subjects += 1
            let (one, other) = (chance(scenario.controlFails), chance(scenario.controlFails))
            if one, other {
                evidence.subjects -= 1
            } else if one {
                evidence.noisy += 1
            } else if !other, chance(scenario.controlDiffers) != chance(scenario.controlDiffers) {
                evidence.noisy += 0.5
            }
        }
        return evidence
    }

    private mutating func chance(_ rate: Double) -> Bool {
        rate > 0 && Double(random.next() >> 11) * 0x1p-53 < rate
    }
}

extension Simulation {
    /// The totals at the end of a day.
    struct Day: Sendable {
        var runs = 0
        var differing = 0
        var subjects = 0
        var disagreeing = 0
        var unseen = 0
    }

    /// Decides whether a rule is met. It caches the smallest number of subjects with which it is, because a check after every
    /// run has to be cheap.
    final class Judge {
        private struct Question: Hashable {
            let disagreeing: Int
            let unseen: Int
            let noise: NoiseFigures?
            let window: Int
        }

        private let rule: Rule
        /// Whether it counts runs instead of subjects and has no windows, as an earlier verdict did.
        private let isOfBefore: Bool
        private var fewest: [Question: Int] = [:]

        init(_ rule: Rule, isOfBefore: Bool = false) {
            self.rule = rule
            self.isOfBefore = isOfBefore
        }

        func isMet(_ now: Day, since before: Day, _ noise: NoiseFigures?, _ window: Int) -> Bool {
            let subjects = isOfBefore ? now.runs - before.runs : now.subjects - before.subjects
            let disagreeing = isOfBefore ? now.differing - before.differing : now.disagreeing - before.disagreeing
            let question = Question(
                disagreeing: disagreeing,
                unseen: isOfBefore ? 0 : now.unseen - before.unseen,
                noise: isOfBefore ? nil : noise,
                window: isOfBefore ? 0 : window
            )
            if let known = fewest[question] { return subjects >= known }
            // Far from the limit no lookup is needed.
            let noisy = (noise?.noisy ?? 0) / Double(max(1, noise?.subjects ?? 1))
            guard Double(disagreeing + question.unseen) < (rule.maximumRate + noisy) * Double(subjects) else {
                return false
            }
            let found = search(question)
            fewest[question] = found
            return subjects >= found
        }

        private func search(_ question: Question) -> Int {
            var (low, high) = (0, 1 << 15)
            while low < high {
                let middle = (low + high) / 2
                if isMet(question, subjects: middle) { high = middle } else { low = middle + 1 }
            }
            return low
        }

        private func isMet(_ question: Question, subjects: Int) -> Bool {
            guard subjects >= question.disagreeing, subjects > 0 else { return false }
            if isOfBefore {
                return Binomial.upperBound(events: question.disagreeing, trials: subjects, confidence: rule.confidence)
                    < rule.maximumRate
            }
            let bound = Bound(
                Figures(subjects: subjects, disagreeing: question.disagreeing, unseen: question.unseen),
                noise: question.noise,
                by: rule,
                window: question.window
            )
            return bound.own < rule.maximumRate
        }
    }
}
