final class Screen {
    func appear() {
        AccountManager.sharedManager().refresh()
        AccountManager.sharedManager().delegate = self
        AccountManager.newManager().refresh()
        let tracker = Tracker.shared()
        tracker.track("appear")
        Tracker.shared().track("again")
        let accessor = Tracker.shared
        accessor().track("late")
    }
}
