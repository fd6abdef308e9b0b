import Foundation

/// Bounds of a rate that hold simultaneously for every number of trials, independent of how often somebody looks.
///
/// The method is the beta-binomial mixture. Let M be the ratio of the probability of the observations, averaged over all rates
/// by a beta distribution, to their probability under the true rate p. Under p, M is a martingale that starts at 1. By Ville's
/// inequality the probability that it ever reaches 1 / risk is at most `risk`. So the rates for which M stays below 1 / risk
/// contain the true rate at all times simultaneously. H. Robbins, *Statistical methods related to the law of the iterated
/// logarithm*, Annals of Mathematical Statistics 41, 1970; S. R. Howard, A. Ramdas, J. McAuliffe and J. Sekhon, *Time-uniform,
/// nonparametric, nonasymptotic confidence sequences*, Annals of Statistics 49, 2021; as a bet: I. Waudby-Smith and A. Ramdas,
/// *Estimating means of bounded random variables by betting*, JRSS B 86, 2024.
///
/// The same applies to trials whose result is any number between 0 and 1 (the ratio is then a supermartingale, because x ↦
/// aˣ·b¹⁻ˣ is convex), so `events` need not be whole.
enum ConfidenceSequence {
    /// Beta(1/10, 1): most of the weight is at small rates, because a verdict is about those.
    private static let (alpha, beta) = (0.1, 1.0)

    /// Returns the largest rate that is not excluded; 1 without trials or if the risk is not valid.
    static func upperBound(events: Double, trials: Int, risk: Double) -> Double {
        guard trials > 0, events < Double(trials), risk > 0, risk < 1 else { return 1 }
        var (low, high) = (events / Double(trials), 1.0)
        while high - low > 1e-12 * high {
            let middle = (low + high) / 2
            guard middle > low, middle < high else { break }
            if excludes(middle, events: events, trials: trials, risk: risk) { high = middle } else { low = middle }
        }
        return high
    }

    /// Returns the smallest rate that is not excluded; 0 without events.
    static func lowerBound(events: Double, trials: Int, risk: Double) -> Double {
        guard trials > 0, events > 0, risk > 0, risk < 1 else { return 0 }
        var (low, high) = (0.0, min(1, events / Double(trials)))
        while high - low > 1e-12 * high {
            let middle = (low + high) / 2
            guard middle > low, middle < high else { break }
            if excludes(middle, events: events, trials: trials, risk: risk) { low = middle } else { high = middle }
        }
        return low
    }

    /// Returns whether the observations exclude a rate strictly between 0 and 1.
    static func excludes(_ rate: Double, events: Double, trials: Int, risk: Double) -> Bool {
        let others = Double(trials) - events
        let mixed = logBeta(alpha + events, beta + others) - logBeta(alpha, beta)
        return mixed - events * log(rate) - others * log1p(-rate) >= -log(risk)
    }

    private static func logBeta(_ a: Double, _ b: Double) -> Double {
        Binomial.logGamma(a) + Binomial.logGamma(b) - Binomial.logGamma(a + b)
    }
}
