struct Screen {
    func show() {
        print(Preferences.tabs.value, Preferences.size.value)
        Preferences.theme.value = .dark
        Preferences.store.save()
        Preferences.journal.write("shown")
    }
}
