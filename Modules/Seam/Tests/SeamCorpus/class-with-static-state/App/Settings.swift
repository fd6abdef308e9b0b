struct SettingsScreen {
    func toggle() -> Double {
        Banner.isEnabled = false
        Banner.slowDown()
        print(Note.kind, Note.colour, Banner.scaled(2))
        let banner = Banner()
        banner.show()
        return Banner.delay + Banner.height
    }
}
