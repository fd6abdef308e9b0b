/// The members of `Clock` that its callers use.
protocol ClockProviding: Sendable {
    func now() async -> Int
    @MainActor func tick(_ step: Int)
    var zone: String { get }
}

extension Clock: ClockProviding {}

// A requirement has no default arguments. The last parameter tells these methods from the requirements.
extension ClockProviding {
    @MainActor func tick(_ step: Int = 1, _: Void = ()) {
        tick(step)
    }
}
