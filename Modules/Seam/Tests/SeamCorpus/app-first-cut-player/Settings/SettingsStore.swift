final class SettingsStore {
    static let shared = SettingsStore()
    var speed = 1
    var skip = 30
    var trim = false
}
