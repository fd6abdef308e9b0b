#if os(Linux)
    import Foundation
#endif

#if os(Linux)
    protocol Platform {
        func linux() -> Int
    }
#elseif os(macOS)
    protocol Platform {
        func mac() -> Int
    }
#else
    protocol Platform {}
#endif

protocol Mixed {
    func common(_ value: Int)
    #if os(Linux) || os(macOS)
        func desktop(_ value: String)
        #if DEBUG
            var note: String? { get set }
        #endif
    #else
        func phone()
    #endif
}

func checkConditions() async throws {
    let fake = MockMixed()
    fake.common(1)
    fake.desktop("a")
    expect(fake.commonCalls.inputs == [1] && fake.desktopCalls.inputs == ["a"])
    #if os(Linux)
        expect(MockPlatform(linux: { 1 }).linux() == 1)
    #endif
}
