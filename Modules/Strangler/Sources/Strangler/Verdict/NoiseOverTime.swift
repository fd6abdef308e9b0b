import Foundation

extension Evidence {
    /// Whether a calibration ran in the hours of nine tenths of the runs. The noise of other hours is another.
    func isCovered(by calibration: Evidence) -> Bool {
        let hours = calibration.comparedHours
        var (covered, all) = (0, 0)
        for (key, count) in counts where key.kind.isRun {
            all += count
            if hours.contains(key.hour) { covered += count }
        }
        return Double(covered) >= 0.9 * Double(all)
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
