struct SpeedScreen {
    func save() {
        SettingsStore.shared.speed = 2
    }
}
