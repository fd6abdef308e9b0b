import Foundation
import Testing

@testable import Strangler

@Suite("Plans and shares")
struct PlanTests {
    static let plans: [(Plan, String)] = [
        (.legacy, "legacy"),
        (.compare(sample: .percent(50)), "compare 50%"),
        (.compare(sample: Share(unchecked: 1)), "compare 0.01%"),
        (.compare(sample: .percent(10), calibrating: .percent(2)), "compare 10% calibrating 2%"),
        (.rollout(.percent(25)), "rollout 25%"),
        (.rollout(Share(unchecked: 1_250)), "rollout 12.5%"),
        (.rollout(.none), "rollout 0%"),
        (.rollout(.all), "rollout 100%"),
        (.replacement, "replacement"),
    ]

    @Test("A plan survives as words, as JSON and as a machine word", arguments: plans)
    func forms(plan: Plan, words: String) throws {
        #expect(plan.description == words)
        #expect(Plan(words) == plan)
        #expect(Plan(word: plan.word) == plan)
        let json = try JSONEncoder().encode([plan])
        #expect(String(decoding: json, as: UTF8.self) == "[\"\(words)\"]")
        #expect(try JSONDecoder().decode([Plan].self, from: json) == [plan])
    }

    @Test(
        "Other words are no plan",
        arguments: [
            "", "Legacy", "compare", "compare 50", "compare 101%", "compare -1%", "compare 0.005%",
            "compare 10% calibrating 0%",
            "compare 10% comparing 2%", "rollout 25.0%",
            "rollout  25%", "rollout nan%", "legacy 1%", "replacement ",
        ]
    )
    func refused(words: String) {
        #expect(Plan(words) == nil)
    }

    @Test("An operation that writes has no plan to compare")
    func effectPlans() {
        #expect(EffectPlan("compare 50%") == nil)
        #expect(EffectPlan("rollout 25%") == .rollout(.percent(25)))
        for plan in [EffectPlan.legacy, .rollout(.percent(1)), .replacement] {
            #expect(EffectPlan(plan.description) == plan)
            #expect(EffectPlan(word: plan.word) == plan)
        }
    }

    @Test("Every plan but the first has one before it, and steps back end at legacy")
    func stepsBack() {
        #expect(Plan.replacement.oneStepBack == .rollout(.all))
        #expect(Plan.rollout(.percent(25)).oneStepBack == .compare(sample: .percent(25)))
        #expect(Plan.compare(sample: .percent(25)).oneStepBack == .legacy)
        #expect(Plan.legacy.oneStepBack == .legacy)
        #expect(EffectPlan.replacement.oneStepBack == .rollout(.all))
        #expect(EffectPlan.rollout(.all).oneStepBack == .legacy)
        #expect(EffectPlan.legacy.oneStepBack == .legacy)
    }

    @Test("A share outside 0 to 100 percent is refused")
    func shares() {
        #expect(Share(basisPoints: 10_001) == nil)
        #expect(Share(basisPoints: -1) == nil)
        #expect(Share(percent: 100.01) == nil)
        #expect(Share(percent: .nan) == nil)
        #expect(Share(fraction: 1.5) == nil)
        #expect(Share(fraction: 0.5) == .percent(50))
        #expect(Share(percent: 12.34)?.basisPoints == 1_234)
    }
}
