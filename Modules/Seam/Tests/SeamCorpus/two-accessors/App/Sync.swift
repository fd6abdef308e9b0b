final class SyncEngine {
    static let shared = SyncEngine()

    @available(*, deprecated, renamed: "shared")
    static func sharedInstance() -> SyncEngine { shared }

    var isRunning = false
    func start() {}
    func stop() {}
}

final class Scheduler {
    func tick() {
        SyncEngine.sharedInstance().start()
        if SyncEngine.shared.isRunning { SyncEngine.sharedInstance().stop() }
    }
}
