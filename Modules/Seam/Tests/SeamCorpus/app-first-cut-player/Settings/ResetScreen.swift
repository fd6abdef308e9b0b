struct ResetScreen {
    func save() {
        SettingsStore.shared.speed = 1
    }
}
