import TestSupport
import Testing

@testable import account

extension RealModulesTests {
    /// Two persons and two servers, in every order of four steps: on the device is at each moment what belongs to whoever is signed
    /// in, at each server for itself.
    @Suite("Persons and servers")
    struct PersonsMatrixTests {
        @Test(
            "After each step the device has only what the signed-in person may have there, and all of the other server"
        )
        func everyOrder() async throws {
            let steps = PersonsStep.all
            let count = steps.count * steps.count * steps.count * steps.count
            // The first half begins at the first server; the other half is the same with the servers exchanged.
            let stride = Effort.value(quick: 1_999, change: 397, full: 1)
            var sequences: [[PersonsStep]] = []
            for number in Swift.stride(from: Int(Effort.seed) % stride, to: count / 2, by: stride) {
                var rest = number
                var sequence: [PersonsStep] = []
                for _ in 0..<4 {
                    sequence.insert(steps[rest % steps.count], at: 0)
                    rest /= steps.count
                }
                sequences.append(sequence)
            }
            // A step that does nothing shows nothing: the sequences that begin by signing in are the ones that matter most.
            try await played(sequences + Self.telling)
        }

        /// Steps that broke the rule before it existed, and steps that it forbids.
        private static let telling: [[PersonsStep]] = [
            ["A ada sign-in", "A ada read", "A yuki sign-in", "A yuki sign-out"],
            ["A ada sign-in", "B ada sign-in", "B ada read", "A ada sign-out"],
            ["A ada sign-in", "A ada read", "A ada offline", "A yuki sign-in"],
            ["A ada sign-in", "A ada read", "A ada offline", "A ada sign-out"],
            ["A ada sign-in", "A ada read", "A ada sign-in", "A ada offline"],
            ["A yuki sign-in", "A yuki change", "A ada sign-in", "A ada read"],
            ["A ada sign-in", "B yuki sign-in", "A ada change", "B yuki change"],
        ].map { $0.map { PersonsStep($0) } }

        private func played(_ sequences: [[PersonsStep]]) async throws {
            let bench = try await PersonsBench.start()
            for sequence in sequences {
                try await bench.begin()
                var expected = PersonsModel()
                for (number, step) in sequence.enumerated() {
                    let comment = "\(sequence.prefix(number + 1).map(\.name))"
                    let outcome = try await bench.play(step, expected)
                    expected.apply(step)
                    #expect(outcome == expected.outcome, "\(comment)")
                    let found = try await bench.found()
                    #expect(found == expected.places, "\(comment)")
                    #expect(try await bench.validTokens() == expected.signedIn, "\(comment)")
                    if found != expected.places { break }
                }
            }
            await bench.stop()
        }
    }
}
