import TestSupport
import Testing

@testable import SeamCheck

@Suite("Patterns", .ownThread)
struct PatternTests {
    @Test(
        "A pattern fits the modules it names, and no test modules by wildcard",
        arguments: [
            ("Cart", "Cart", false, true), ("Cart", "CartUI", false, false), ("Cart*", "CartUI", false, true),
            ("*", "Anything", false, true), ("*Feature", "CartFeature", false, true),
            ("Cart*", "CartTests", true, false), ("CartTests", "CartTests", true, true),
            ("Sources/*", "Sources", false, false),
        ]
    )
    func modules(pattern: String, module: String, isTest: Bool, fits: Bool) {
        #expect(Pattern(pattern).matches(module: module, isTest: isTest) == fits)
    }

    @Test(
        "A pattern with a slash fits files and what is below folders",
        arguments: [
            ("App/Legacy/", "App/Legacy/A.swift", true), ("App/Legacy/", "App/LegacyUI/A.swift", false),
            ("App/*/Data", "App/Cart/Data/A.swift", true), ("App/*/Data", "App/Cart/UI/Data/A.swift", false),
            ("App/**/Data", "App/Cart/UI/Data/A.swift", true), ("./App/A.swift", "App/A.swift", true),
            ("App/", "Application/A.swift", false),
        ]
    )
    func paths(pattern: String, path: String, fits: Bool) {
        #expect(Pattern(pattern).matches(path: path) == fits)
    }
}
