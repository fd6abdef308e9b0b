import Testing

@testable import Options

@MainActor
struct OptionsTests {
    @Test("A view says what the preferences are")
    func views() {
        let startup = StartupPreferences()
        startup.restoresWindows = false
        #expect(GeneralPane(startup: startup, title: "a").body == "a: new window")
    }

    @Test("A menu resets the appearance")
    func reset() {
        let appearance = AppearancePreferences(startup: StartupPreferences())
        appearance.theme = "dark"
        Menu(appearance: appearance).reset()
        #expect(appearance.theme == "system")
    }
}
