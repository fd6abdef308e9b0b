/// Between which rates the truth lies, as far as runs show.
///
/// With a calibration two rates are bounded at once: that of all disagreements from above and that of noise from below,
/// each at half of the risk of being wrong, so that both hold together with the confidence asked for (Boole's
/// inequality, whatever the two have to do with each other). What is left to the candidate is then at most
/// (all − noise) / (1 − noise). It is never less than so many runs could show without any disagreement.
struct Bound {
    /// The lower bound of the rate that noise alone gives.
    let noise: Double
    /// The upper bound of the rate that is the candidate's own.
    let own: Double

    init(_ evidence: Evidence, _ calibration: Evidence?, confidence: Double) {
        let disagreements = evidence.disagreements + evidence.lost
        let runs = evidence.runs + evidence.lost
        func upperBound(_ events: Int, _ confidence: Double) -> Double {
            Binomial.upperBound(events: events, trials: runs, confidence: confidence)
        }
        guard let calibration, confidence > 0, confidence < 1 else {
            noise = 0
            own = upperBound(disagreements, confidence)
            return
        }
        let each = (1 + confidence) / 2
        // A comparison that was lost here counts as one that agreed: it must not make the noise larger.
        noise = Binomial.lowerBound(
            events: calibration.disagreements,
            trials: calibration.runs + calibration.lost,
            confidence: each
        )
        own = max(upperBound(0, each), (upperBound(disagreements, each) - noise) / (1 - noise))
    }
}
