struct Screen {
    func show() {
        print(Preferences.tabs.value, Preferences.size.value)
        Preferences.theme.value = .dark
        Preferences.store.save()
        Preferences.journal.write("shown")
        Preferences.sound.value = false
        print(Preferences.order.value)
        Preferences.latest.write("shown")
    }
}
