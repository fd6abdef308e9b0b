@MainActor
final class PreferencesController {
    private let title: String
    private let startup: StartupPreferences

    init(title: String, startup: StartupPreferences = .shared) {
        self.title = title
        self.startup = startup
    }

    convenience init() {
        self.init(title: "Preferences")
    }

    func show() -> String {
        startup.restoresWindows.toggle()
        return PreferencesView(title: title).body
    }
}

/// The targets of menu items.
@MainActor
final class Menu {
    private let appearance: AppearancePreferences

    init(appearance: AppearancePreferences? = nil) {
        self.appearance = appearance ?? .shared
    }

    func toggleFullAddress() { appearance.showsFullAddress.toggle() }

    func reset() { appearance.reset() }

    func openPreferences() -> String { PreferencesController().show() }
}

extension String {
    /// The text of an address as the address bar shows it.
    @MainActor
    func shown(by appearance: AppearancePreferences = .shared) -> String {
        appearance.showsFullAddress ? self : String(drop { $0 != "." }.dropFirst())
    }
}

@MainActor
func summary() -> String {
    "https://www.swift.org".shown() + ", " + PreferencesController(title: "Summary").show()
}
