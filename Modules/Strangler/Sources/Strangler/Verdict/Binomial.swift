import Foundation

/// The exact binomial confidence bounds of Clopper and Pearson (Biometrika 26, 1934), one-sided.
enum Binomial {
    /// Returns the largest rate with which `events` or fewer of `trials` have a probability of at least 1 − `confidence`.
    ///
    /// It is the rate p with I(p; events + 1, trials − events) = confidence, where I is the regularised incomplete beta
    /// function; without events it is 1 − (1 − confidence)^(1/trials). It is 1 if there are no trials, only events, or no such
    /// confidence. It is found by bisection, to about 12 digits.
    static func upperBound(events: Int, trials: Int, confidence: Double) -> Double {
        guard trials > 0, events < trials, confidence > 0, confidence < 1 else { return 1 }
        guard events > 0 else { return -expm1(log1p(-confidence) / Double(trials)) }
        let (a, b) = (Double(events) + 1, Double(trials - events))
        var (low, high) = (Double(events) / Double(trials), 1.0)
        while high - low > 1e-12 * high {
            let middle = (low + high) / 2
            guard middle > low, middle < high else { break }
            if incompleteBeta(middle, a, b) < confidence { low = middle } else { high = middle }
        }
        return (low + high) / 2
    }

    /// Returns the smallest rate with which `events` or more of `trials` have a probability of at least 1 − `confidence`; 0
    /// without events. It mirrors the upper bound for the trials without events.
    static func lowerBound(events: Int, trials: Int, confidence: Double) -> Double {
        1 - upperBound(events: trials - events, trials: trials, confidence: confidence)
    }

    /// Returns I(x; a, b), computed by its continued fraction (NIST DLMF 8.17.22) on the side where that converges fast.
    static func incompleteBeta(_ x: Double, _ a: Double, _ b: Double) -> Double {
        guard x > 0 else { return 0 }
        guard x < 1 else { return 1 }
        guard x <= (a + 1) / (a + b + 2) else { return 1 - incompleteBeta(1 - x, b, a) }
        let logFactor = a * log(x) + b * log1p(-x) + logGamma(a + b) - logGamma(a) - logGamma(b)
        return exp(logFactor) / a * continuedFraction(x, a, b)
    }

    /// Returns 1 / (1 + d1 / (1 + d2 / (1 + ...))), evaluated from the front, by the method of Lentz.
    private static func continuedFraction(_ x: Double, _ a: Double, _ b: Double) -> Double {
        let tiny = 1e-300
        func awayFromZero(_ value: Double) -> Double { abs(value) < tiny ? tiny : value }
        var numerator = 1.0
        var denominator = 1 / awayFromZero(1 - (a + b) * x / (a + 1))
        var value = denominator
        // The number of steps grows with the square root of the larger parameter.
        for step in 1...(200 + Int(10 * max(a, b).squareRoot())) {
            let m = Double(step)
            let even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
            let odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
            for coefficient in [even, odd] {
                denominator = 1 / awayFromZero(1 + coefficient * denominator)
                numerator = awayFromZero(1 + coefficient / numerator)
                value *= numerator * denominator
            }
            if abs(numerator * denominator - 1) < 1e-15 { break }
        }
        return value
    }

    /// Returns the logarithm of Γ for x > 0, by Stirling's series (NIST DLMF 5.11.1). C's `lgamma` isn't used because it writes
    /// a global.
    static func logGamma(_ x: Double) -> Double {
        var (x, shift) = (x, 0.0)
        while x < 16 {
            shift -= log(x)
            x += 1
        }
        let inverse = 1 / (x * x)
        let series = (1.0 / 12 - inverse * (1.0 / 360 - inverse * (1.0 / 1260 - inverse / 1680))) / x
        return shift + (x - 0.5) * log(x) - x + 0.918_938_533_204_672_74 + series
    }
}
