struct SkipScreen {
    func save() {
        SettingsStore.shared.skip = 15
        SettingsStore.shared.trim = true
    }
}
