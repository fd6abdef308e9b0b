import Testing

@testable import AccountSandbox

@Suite("Which requests a fault acts on")
struct FaultPlanTests {
    private func run(_ faults: [SandboxFault], seed: UInt64 = 1, requests: Int = 1000) -> [[SandboxFault.Kind]] {
        var plan = FaultPlan(faults, seed: seed)
        return (0..<requests).map { _ in plan.next { _ in true } }
    }

    @Test("A rate of 1 is always, of 0 never", arguments: [(1.0, 1000), (0.0, 0)])
    func extremes(rate: Double, count: Int) {
        #expect(run([SandboxFault(.drop, rate: rate)]).count { !$0.isEmpty } == count)
    }

    @Test("A rate is the share of requests", arguments: [0.1, 0.25, 0.5, 0.9])
    func share(rate: Double) {
        let count = run([SandboxFault(.drop, rate: rate)]).count { !$0.isEmpty }

        #expect(abs(Double(count) / 1000 - rate) < 0.05)
    }

    @Test("One seed, one sequence; another seed, another")
    func seeded() {
        let faults = [SandboxFault(.drop, rate: 0.5)]

        #expect(run(faults) == run(faults))
        #expect(run(faults) != run(faults, seed: 2))
    }

    @Test("Two faults of one rate act on different requests")
    func independent() {
        let acting = run([SandboxFault(.drop, rate: 0.5), SandboxFault(.html, rate: 0.5)])

        #expect(acting.contains([.drop]) && acting.contains([.html]) && acting.contains([.drop, .html]))
    }

    @Test("A request that a fault can't act on takes none of its turns")
    func turns() {
        var plan = FaultPlan([SandboxFault(.drop, rate: 0.5)], seed: 1)
        let acting = (0..<1000).map { _ in
            _ = plan.next { $0.kind == .signInRefused }
            return plan.next { _ in true }
        }

        #expect(acting == run([SandboxFault(.drop, rate: 0.5)]))
    }
}
