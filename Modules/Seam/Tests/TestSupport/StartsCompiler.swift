public import Testing

extension Trait where Self == ConditionTrait {
    /// For tests that start a compiler: they run from `EFFORT=change` on, in a step of CI, and never in `swift test`.
    public static var startsCompiler: Self {
        .enabled(if: Effort.current >= .change, "a compiler is started with EFFORT=change")
    }
}

/// Ends the process if a test that hasn't the trait `startsCompiler` starts a compiler.
public func expectCompilerIsAllowed() {
    precondition(Effort.current >= .change, "this test starts a compiler: it needs the trait `startsCompiler`")
}
