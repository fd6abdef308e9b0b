/// The faults that act on each request. Each fault counts the requests it could act on and draws a seeded random number for
/// each, so that the same sequence of requests meets the same faults on every run.
struct FaultPlan: Sendable {
    private let faults: [SandboxFault]
    private let seed: UInt64
    private var turns: [UInt64]

    init(_ faults: [SandboxFault], seed: UInt64) {
        self.faults = faults
        self.seed = seed
        turns = Array(repeating: 0, count: faults.count)
    }

    /// Returns the kinds that act on the next request, out of the faults that can.
    mutating func next(among candidates: (SandboxFault) -> Bool) -> [SandboxFault.Kind] {
        var acting: [SandboxFault.Kind] = []
        for (index, fault) in faults.enumerated() where candidates(fault) {
            var dice = SplitMix64(seed: seed &+ UInt64(index) << 32 &+ turns[index])
            turns[index] += 1
            if dice.fraction() < fault.rate { acting.append(fault.kind) }
        }
        return acting
    }
}
