import Foundation

/// Bounds of a rate that hold at every number of trials at once, however often somebody looks.
///
/// The beta-binomial mixture: under the true rate p the ratio M of the probability of what was seen, averaged over all
/// rates by a beta distribution, to its probability under p is a martingale that starts at 1. By Ville's inequality it
/// ever reaches 1 / risk with a probability of at most `risk`. So the rates for which M stays below 1 / risk hold the
/// truth at all times together. H. Robbins, *Statistical methods related to the law of the iterated logarithm*, Annals
/// of Mathematical Statistics 41, 1970; S. R. Howard, A. Ramdas, J. McAuliffe and J. Sekhon, *Time-uniform,
/// nonparametric, nonasymptotic confidence sequences*, Annals of Statistics 49, 2021; as a bet: I. Waudby-Smith and
/// A. Ramdas, *Estimating means of bounded random variables by betting*, JRSS B 86, 2024.
///
/// The same holds for trials that give any number between 0 and 1 (the ratio is then a supermartingale, because
/// x ↦ aˣ·b¹⁻ˣ is convex), so `events` need not be whole.
enum ConfidenceSequence {
    /// Beta(1/10, 1): most of the weight lies at small rates, because those are what a verdict asks about.
    private static let (alpha, beta) = (0.1, 1.0)

    /// The largest rate that is not excluded; 1 without trials or where there is no such risk.
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

    /// The smallest rate that is not excluded; 0 without events.
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

    /// Whether a rate strictly between 0 and 1 is excluded by what was seen.
    static func excludes(_ rate: Double, events: Double, trials: Int, risk: Double) -> Bool {
        let others = Double(trials) - events
        let mixed = logBeta(alpha + events, beta + others) - logBeta(alpha, beta)
        return mixed - events * log(rate) - others * log1p(-rate) >= -log(risk)
    }

    private static func logBeta(_ a: Double, _ b: Double) -> Double {
        Binomial.logGamma(a) + Binomial.logGamma(b) - Binomial.logGamma(a + b)
    }
}
