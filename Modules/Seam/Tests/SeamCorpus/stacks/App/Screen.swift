final class Screen {
    func show() {
        print(Session.current.user, Theme.current.name, Current.locale)
        Session.current.end()
        currentLog?.write("shown")
    }
}
