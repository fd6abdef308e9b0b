import Foundation

extension Verdict: CustomStringConvertible {
    /// The verdict for a log: what was judged, its basis, what is missing, and what became of every call.
    public var description: String {
        "\(operation) (\(sides)): \(words) [\(ground)] [\(account)]"
    }

    /// The verdict in one line: `met: at most 0.0921% of the subjects see a difference in a compared call (1 call of 10)`.
    public var words: String {
        lines.joined(separator: "; ")
    }

    /// The verdict, with a line for each requirement that is missing.
    public var lines: [String] {
        if isMet {
            return ["met: at most \(upperBound.percent) of the subjects see a difference in a compared call" + part]
        }
        // Without runs the bound says nothing more.
        let missing = evidence.runs == 0 ? shortfalls.prefix(1) : shortfalls[...]
        return missing.enumerated().map { ($0 == 0 ? "not met: " : "") + $1.description }
    }

    /// Which part of the calls was compared, and what may be seen in the others.
    private var part: String {
        let each = Double(account.calls) / Double(max(1, evidence.runs))
        var parts: [String] = []
        if each >= 1.095 {
            parts += ["1 call of \(each.short)", "in any of their calls about \(estimateOfAllCalls.percent)"]
        } else if each > 1 {
            parts.append("\((1 / each).percent) of the calls")
        }
        if account.unseen > 0 { parts.append("\(account.unseenShare.percent) of the chosen calls unseen") }
        if evidence.fellBack > 0 { parts.append("\(fellBackShare.percent) of the candidate's calls fell back") }
        return parts.isEmpty ? "" : " (\(parts.joined(separator: "; ")))"
    }

    /// An estimate of the rate of subjects who may see a difference in any of their calls, 0 to 1, if `upperBound` of them do in a
    /// compared call and the others are wrong as often: a subject with a thousand calls and one comparison may see it in any of the
    /// others.
    public var estimateOfAllCalls: Double {
        guard evidence.runs > 0, upperBound < 1 else { return 1 }
        return -expm1(Double(account.calls) / Double(evidence.runs) * log1p(-upperBound))
    }

    /// The hours of the day (UTC) with a hundredth of the calls or more, and at most a tenth of the usual part of comparisons.
    var hardlyComparedHours: [Int] {
        var (calls, runs) = (Array(repeating: 0, count: 24), Array(repeating: 0, count: 24))
        for (key, count) in evidence.counts where key.kind.isRun || key.kind == .skipped {
            let hour = ((key.hour / 3_600) % 24 + 24) % 24
            calls[hour] += count
            if key.kind.isRun { runs[hour] += count }
        }
        let (allCalls, allRuns) = (calls.reduce(0, +), runs.reduce(0, +))
        return (0..<24).filter { hour in
            let usual = Double(calls[hour]) / Double(max(1, allCalls)) * Double(allRuns)
            return calls[hour] * 100 >= allCalls && usual >= 20 && Double(runs[hour]) <= usual / 10
        }
    }

    /// The basis of the verdict, and the rule: `5,301 runs, 5,120 subjects, under 0.1% at 95%, ...`.
    public var ground: String {
        "\(basis), \(rule)"
    }

    /// The basis of the verdict, without the rule.
    public var basis: String {
        var parts = ["\(evidence.runs.grouped) runs", "\(subjects.grouped) subjects"]
        if hasNoReturning { parts.append("no subject came back: is it the number of a request?") }
        if evidence.unseen > 0 { parts.append("\(evidence.unseen.grouped) with an unknown end") }
        if evidence.unseenSubjects > 0 { parts.append("\(evidence.unseenSubjects.grouped) subjects never compared") }
        if noise > 0 { parts.append("\(noise.percent) noise") }
        if let calibration, !evidence.isCovered(by: calibration) {
            parts.append("a calibration of other hours is not taken off")
        }
        if earlierFaults > 0 { parts.append("\(earlierFaults.grouped) faults of this build before") }
        if misdated > 0 { parts.append("\(misdated.grouped) runs dated by a clock far off") }
        if !rule.requiresCrashLog, crashesNotSeen > 0 {
            parts.append("crashes not seen in \(crashesNotSeen.grouped) runs")
        }
        let others = looks.filter { $0.key != rule.description }.sorted { $0.key < $1.key }
        parts += others.map { "\($0.value.grouped) looks by another rule: \($0.key)" }
        if evidence.releasedWithoutVerdict > 0 {
            parts.append("\(evidence.releasedWithoutVerdict.grouped) steps without a verdict")
        }
        if !unreleasedPlans.isEmpty {
            parts.append("callers get the candidate without a release: \(unreleasedPlans.joined(separator: ", "))")
        }
        if otherPairs > 0 { parts.append("\(otherPairs.grouped) other builds were compared") }
        if !hardlyComparedHours.isEmpty {
            parts.append("hardly compared at \(Shortfall.ranges(hardlyComparedHours)) UTC")
        }
        return parts.joined(separator: ", ")
    }

    /// Whether, of many runs, all are of different subjects. That is so if each user is compared once, and also if the subject
    /// is a request's number, which turns one user into thousands. The number of subjects is estimated from that of their classes
    /// (K.-Y. Whang, B. T. Vander-Zanden and H. M. Taylor, *A linear-time probabilistic counting algorithm*, 1990).
    private var hasNoReturning: Bool {
        guard evidence.runs >= 1_000, subjects < SubjectClass.count else { return false }
        let classes = Double(SubjectClass.count)
        let estimate = -classes * log1p(-Double(subjects) / classes)
        return estimate > 0.99 * Double(evidence.runs)
    }
}

extension Double {
    /// The number to two digits, without a fraction from 10 on.
    fileprivate var short: String {
        self < 10 ? String((self * 10).rounded() / 10) : Int(min(rounded(), 1e15)).grouped
    }
}

extension Double {
    /// The rate in percent, to three significant digits.
    var percent: String {
        let percent = self * 100
        if percent >= 99.95 { return "100%" }
        let digits = percent >= 10 ? 1 : percent >= 1 ? 2 : percent >= 0.1 ? 3 : 4
        var text = String(format: "%.\(digits)f", percent)
        while text.last == "0" { text.removeLast() }
        if text.last == "." { text.removeLast() }
        return "\(text)%"
    }
}
