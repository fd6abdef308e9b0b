public import Testing

/// Lets a few tests with databases or servers run at a time.
///
/// All tests of a run begin at once, and each of these holds a dozen files. Foundation's `Process` on Linux reads behind its list of
/// open files once there are more than about 1,300, and then ends the process now and then.
public struct Turns: SuiteTrait, TestTrait, TestScoping {
    /// Tests of a suite inherit the limit.
    public var isRecursive: Bool { true }

    /// Runs the test when it is its turn.
    public func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @Sendable () async throws -> Void
    ) async throws {
        // A test waits once, and not for its cases: they would wait for their own test.
        guard testCase != nil else { return try await function() }
        await Places.shared.take()
        do {
            try await function()
        } catch {
            await Places.shared.leave()
            throw error
        }
        await Places.shared.leave()
    }

    private actor Places {
        static let shared = Places()
        private var free = 12
        private var waiting: [CheckedContinuation<Void, Never>] = []

        func take() async {
            if free > 0 {
                free -= 1
                return
            }
            await withCheckedContinuation { waiting.append($0) }
        }

        func leave() {
            if waiting.isEmpty { free += 1 } else { waiting.removeFirst().resume() }
        }
    }
}

extension Trait where Self == Turns {
    /// Lets a few tests with databases or servers run at a time.
    public static var turns: Self { Self() }
}
