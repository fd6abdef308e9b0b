import Foundation

extension Evidence {
    /// Whether a calibration ran in the hours of nine tenths of the runs, and as often in each, so that noisy hours have no more
    /// weight in it than in the comparison.
    ///
    /// With one plan, chance divides the runs of an hour between the two, whatever its load. So the numbers are those of draws with
    /// one probability, unless Pearson's statistic is more than five standard deviations too large.
    func isCovered(by calibration: Evidence) -> Bool {
        let (runs, repeats) = (runsByHour, calibration.runsByHour)
        let (all, allRepeats) = (runs.values.reduce(0, +), repeats.values.reduce(0, +))
        let covered = runs.reduce(0) { $0 + (repeats[$1.key] == nil ? 0 : $1.value) }
        guard all > 0, allRepeats > 0, Double(covered) >= 0.9 * Double(all) else { return false }
        let part = Double(allRepeats) / Double(all + allRepeats)
        var (statistic, variance) = (0.0, 0.0)
        let hours = Set(runs.keys).union(repeats.keys)
        for hour in hours {
            let calls = Double(runs[hour, default: 0] + repeats[hour, default: 0])
            let spread = calls * part * (1 - part)
            let excess = Double(repeats[hour, default: 0]) - calls * part
            statistic += excess * excess / spread
            // Of the square of a binomial number, in units of its own variance.
            variance += 2 + (1 - 6 * part * (1 - part)) / spread
        }
        return statistic <= Double(hours.count) + 5 * variance.squareRoot()
    }

    /// The number of runs by the start of their hour.
    private var runsByHour: [Int: Int] {
        counts.reduce(into: [:]) { hours, count in
            if count.key.kind.isRun { hours[count.key.hour, default: 0] += count.value }
        }
    }

    /// Returns how the noise of a calibration differs between the first and the second half of its days, if it does so with a
    /// confidence of 95%.
    func movedNoise(_ noise: Rule.Noise) -> Verdict.Shortfall? {
        let days = Set(comparedHours.map { Int((Double($0) / 86_400).rounded(.down)) }).sorted()
        guard days.count > 1 else { return nil }
        let middle = Date(timeIntervalSince1970: Double(days[days.count / 2]) * 86_400)
        let halves = [within(.distantPast, middle), within(middle)].map { NoiseFigures($0, noise) }
        let bounds = halves.map { half in
            let noisy = Int(half.noisy)
            return (
                low: Binomial.lowerBound(events: noisy, trials: half.subjects, confidence: 0.975),
                high: Binomial.upperBound(events: noisy, trials: half.subjects, confidence: 0.975)
            )
        }
        guard bounds[0].low > bounds[1].high || bounds[1].low > bounds[0].high else { return nil }
        let rates = halves.map { $0.noisy / Double(max(1, $0.subjects)) }
        return .noiseMoved(rates[0], rates[1])
    }
}
