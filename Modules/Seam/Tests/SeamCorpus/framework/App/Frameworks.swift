import Foundation
import UIKit

final class Preferences {
    private let defaults = UserDefaults.standard

    var name: String? {
        get { defaults.string(forKey: "name") }
        set { defaults.set(newValue, forKey: "name") }
    }

    func save() {
        UserDefaults.standard.set(true, forKey: "saved")
        NotificationCenter.default.post(name: .init("saved"), object: nil)
        let exists = FileManager.default.fileExists(atPath: "/tmp")
        print(exists, ProcessInfo.processInfo.environment["HOME"] ?? "", Bundle.main.bundlePath)
    }

    @MainActor func open(_ url: URL) {
        UIApplication.shared.open(url)
        UIApplication.shared.isIdleTimerDisabled = true
        UIPasteboard.general.string = url.absoluteString
        print(UIDevice.current.name, UIScreen.main.bounds)
    }

    func later() {
        DispatchQueue.main.async { print("later") }
        DispatchQueue.global().async { print("elsewhere") }
        OperationQueue.main.addOperation { print("main") }
        print(Locale.current, TimeZone.current, Calendar.current.firstWeekday, Thread.current)
        RunLoop.main.run(until: .distantPast)
        print(UIColor.red, CGRect.zero, Date.distantFuture)
    }

    func session() -> URLSession {
        let own = URLSession(configuration: .default)
        own.finishTasksAndInvalidate()
        URLCache.shared.removeAllCachedResponses()
        HTTPCookieStorage.shared.cookieAcceptPolicy = .never
        return .shared
    }
}
