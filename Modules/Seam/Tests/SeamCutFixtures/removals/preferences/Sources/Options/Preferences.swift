/// What the app does when it starts.
@MainActor
final class StartupPreferences {
    static let shared = StartupPreferences()

    var restoresWindows = true

    init() {}
}

/// What the app looks like.
@MainActor
final class AppearancePreferences {
    static let shared = AppearancePreferences(startup: StartupPreferences.shared)

    var theme = "system"
    var showsFullAddress = false
    private let startup: StartupPreferences

    init(startup: StartupPreferences) {
        self.startup = startup
    }

    func reset() {
        theme = startup.restoresWindows ? "system" : "light"
        showsFullAddress = false
    }
}
