/// The numbers from which a bound is computed: independent subjects, each counted once.
struct Figures: Hashable, Sendable {
    /// The number of subject classes that had runs.
    var subjects = 0
    /// The number of those that had a run that disagreed.
    var disagreeing = 0
    /// The number of runs with an unknown outcome. Each counts as a subject that disagreed.
    var unseen = 0

    init(subjects: Int, disagreeing: Int, unseen: Int = 0) {
        self.subjects = subjects
        self.disagreeing = disagreeing
        self.unseen = unseen
    }

    init(_ evidence: Evidence) {
        disagreeing = evidence.disagreeingClasses.entries
        subjects = max(disagreeing, evidence.comparedClasses.count)
        unseen = evidence.unseen
    }
}

/// The result of a calibration: how often control differs from itself, in a way that also affects a comparison.
struct NoiseFigures: Hashable, Sendable {
    /// The number of subject classes that had runs, including those with an unknown outcome.
    var subjects = 0
    /// How many of these count as noise, some of them by half.
    var noisy = 0.0

    init(subjects: Int, noisy: Double) {
        self.subjects = subjects
        self.noisy = noisy
    }

    /// Creates the figures of a calibration. A class counts as noisy only if none of its runs matched, so that it subtracts no
    /// more if it had more runs than in the comparison. Runs with an unknown outcome count as quiet.
    init(_ calibration: Evidence, _ noise: Rule.Noise) {
        let subjects = calibration.subjects
        self.subjects = subjects.count + calibration.unseen
        noisy = subjects.reduce(0) { sum, subject in
            // A class of an earlier version may be of the same subject as a newer one, and then takes nothing off.
            let isCounted = SubjectClass.parts(of: subject.key).contains { subjects[$0] != nil }
            return sum + (isCounted ? 0 : subject.value.noise(noise))
        }
    }
}

extension SubjectRuns {
    /// Returns how much of a calibrated class is noise that also affects a comparison.
    ///
    /// A calibration has control on both sides. Failures of the side in the candidate's place don't occur in a comparison;
    /// those of the other side do.
    fileprivate func noise(_ noise: Rule.Noise) -> Double {
        if contains(.matched) || contains(.candidateFailed) { return 0 }
        if contains(.mismatched) { return noise == .betweenCalls ? 1 : 0.5 }
        return contains(.controlFailed) ? 1 : 0
    }
}

/// The rates between which the true rate lies, according to the subjects.
///
/// Two rates are bounded: that of all disagreements from above, and that of noise from below. Both bounds hold together with
/// the required confidence, because their risks add up to what the rule allows (Boole's inequality). The first gets four fifths
/// of the risk, with or without a calibration, so omitting a calibration never makes the rule easier to meet. The rate that is
/// left to the candidate is at most (all − noise) / (1 − noise), and never less than this number of subjects could show without
/// any disagreement.
struct Bound {
    /// The lower bound of the rate of noise alone.
    let noise: Double
    /// The upper bound of the candidate's own rate.
    let own: Double

    /// - Parameter window: The number of the window in the period, from 0. Its share of the risk is 1 / ((n + 1) · (n + 2)), so
    ///   that the risks of all windows together don't exceed the whole.
    init(_ figures: Figures, noise calibration: NoiseFigures?, by rule: Rule, window: Int = 0) {
        let subjects = figures.subjects + figures.unseen
        let events = figures.disagreeing + figures.unseen
        let limits = Limits(rule, window: window)
        guard let calibration, calibration.noisy > 0 else {
            noise = 0
            own = limits.upper(events, subjects)
            return
        }
        noise = limits.lower(calibration.noisy, calibration.subjects)
        let left = (limits.upper(events, subjects) - noise) / (1 - noise)
        own = max(limits.upper(0, subjects), noise > 0 ? Bound.withJointFailures(left) : left)
    }

    /// Calls in which both sides fail show nothing and are left out. If the candidate fails more often than control, this hides
    /// at most the product of control's rate of failures and the candidate's own rate p, and control's rate is then below p.
    /// From p − p² ≤ left follows p.
    private static func withJointFailures(_ left: Double) -> Double {
        guard left < 0.25 else { return 1 }
        return left <= 0 ? left : (1 - (1 - 4 * left).squareRoot()) / 2
    }
}

/// The two bounds that a rule requires, each with its share of the risk.
private struct Limits {
    private let rule: Rule
    private let risk: Double
    private let upperShare = 0.8
    private let lowerShare = 0.2

    init(_ rule: Rule, window: Int) {
        self.rule = rule
        let whole = 1 - rule.confidence
        switch rule.looks {
        case .anytime: risk = whole / (Double(window + 1) * Double(window + 2))
        case .planned(let looks): risk = whole / Double(looks)
        }
    }

    func upper(_ events: Int, _ trials: Int) -> Double {
        switch rule.looks {
        case .anytime:
            return ConfidenceSequence.upperBound(events: Double(events), trials: trials, risk: risk * upperShare)
        case .planned:
            return Binomial.upperBound(events: events, trials: trials, confidence: 1 - risk * upperShare)
        }
    }

    func lower(_ events: Double, _ trials: Int) -> Double {
        switch rule.looks {
        case .anytime:
            return ConfidenceSequence.lowerBound(events: events, trials: trials, risk: risk * lowerShare)
        case .planned:
            let confidence = 1 - risk * lowerShare
            return Binomial.lowerBound(events: Int(events), trials: trials, confidence: confidence)
        }
    }
}
