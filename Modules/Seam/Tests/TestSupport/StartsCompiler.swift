public import Testing

/// For tests that start a compiler: they run from `EFFORT=change` on, in CI, and never in a person's `swift test`.
public struct StartsCompiler: TestTrait, SuiteTrait, TestScoping {
    @TaskLocal fileprivate static var isAllowed = false

    /// Of a suite, that of each of its tests.
    public let isRecursive = true

    /// Skips the test if it would take too long for this run.
    public func prepare(for test: Test) async throws {
        try await ConditionTrait.enabled(
            if: Effort.current >= .change,
            "a compiler is started with EFFORT=change"
        ).prepare(for: test)
    }

    /// Runs the test, which may start a compiler.
    public func provideScope(
        for _: Test,
        testCase _: Test.Case?,
        performing function: @Sendable () async throws -> Void
    ) async throws {
        try await Self.$isAllowed.withValue(true, operation: function)
    }
}

extension Trait where Self == StartsCompiler {
    /// For tests that start a compiler: they run from `EFFORT=change` on, in CI, and never in a person's `swift test`.
    public static var startsCompiler: Self { Self() }
}

/// Ends the process if a test that hasn't the trait `startsCompiler` starts a compiler.
public func expectCompilerIsAllowed() {
    precondition(StartsCompiler.isAllowed, "this test starts a compiler: it needs the trait `startsCompiler`")
}
