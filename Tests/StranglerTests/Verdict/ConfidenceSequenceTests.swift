import TestSupport
import Testing

@testable import Strangler

@Suite("The bound that holds at every look", .ownThread)
struct ConfidenceSequenceTests {
    /// Computed by another implementation (Python's lgamma): events, trials, risk, upper bound, lower bound.
    static let references: [(events: Double, trials: Int, risk: Double, upper: Double, lower: Double)] = [
        (0, 100, 0.05, 0.034458993601475134, 0), (0, 5_000, 0.02, 0.0009622618818969197, 0),
        (1, 5_000, 0.02, 0.0018688165217975914, 1.6249936946681094e-07),
        (3, 10_000, 0.05, 0.0013158074204193074, 1.732853459524637e-05),
        (50, 100, 0.05, 0.6776851900648336, 0.3223148099351664),
        (12.5, 2_000, 0.01, 0.015929763531674898, 0.0015990694708201134),
        (500, 1_000_000, 0.05, 0.0005963631415691949, 0.0004146177187969662),
    ]

    @Test("Its bounds are those of the beta-binomial mixture", arguments: references)
    func bounds(events: Double, trials: Int, risk: Double, upper: Double, lower: Double) {
        let found = ConfidenceSequence.upperBound(events: events, trials: trials, risk: risk)
        #expect(abs(found / upper - 1) < 1e-8)
        #expect(abs(ConfidenceSequence.lowerBound(events: events, trials: trials, risk: risk) - lower) < 1e-9)
    }

    @Test("Without trials, or with nothing but events, the upper bound is 1")
    func extremes() {
        #expect(ConfidenceSequence.upperBound(events: 0, trials: 0, risk: 0.05) == 1)
        #expect(ConfidenceSequence.upperBound(events: 5, trials: 5, risk: 0.05) == 1)
        #expect(ConfidenceSequence.upperBound(events: 0, trials: 5, risk: 0) == 1)
    }

    @Test("It grows with the events and falls with the trials")
    func monotone() {
        for events in 0..<40 {
            let (one, more) = (Double(events), Double(events + 1))
            #expect(bound(one, 2_000) < bound(more, 2_000))
            #expect(bound(one, 2_001) < bound(one, 2_000))
            // An unseen run counts as a trial and an event.
            #expect(bound(one, 2_000) < bound(more, 2_001))
        }
    }

    /// Every possible sequence of this number of trials, weighted by its probability, gives the exact chance that the bound is
    /// ever below the truth.
    @Test(
        "Whoever looks after every trial finds the bound too low no more often than allowed",
        arguments: [0.02, 0.05, 0.1, 0.3, 0.6]
    )
    func everyLook(rate: Double) {
        let (trials, risk) = (400, 0.1)
        // The probability of this number of events with no bound below the truth so far.
        var alive = [1.0]
        var wrong = 0.0
        for trial in 1...trials {
            var next = Array(repeating: 0.0, count: trial + 1)
            for (events, chance) in alive.enumerated() {
                next[events] += chance * (1 - rate)
                next[events + 1] += chance * rate
            }
            for events in next.indices where next[events] > 0 {
                let isBelow =
                    Double(events) / Double(trial) < rate
                    && ConfidenceSequence.excludes(rate, events: Double(events), trials: trial, risk: risk)
                guard isBelow else { continue }
                wrong += next[events]
                next[events] = 0
            }
            alive = next
        }
        #expect(wrong <= risk)
        #expect(wrong > 0)
    }

    private func bound(_ events: Double, _ trials: Int) -> Double {
        ConfidenceSequence.upperBound(events: events, trials: trials, risk: 0.02)
    }
}
