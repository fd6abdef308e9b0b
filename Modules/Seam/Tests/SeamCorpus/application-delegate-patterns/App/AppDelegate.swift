import SwiftUI
import UIKit

final class AppDelegate: NSObject, UIApplicationDelegate {
    var count = 0

    func clear() { count = 0 }
}

final class SceneDelegate: UIResponder, UIWindowSceneDelegate {
    var path: [String] = []

    func open(_ name: String) { path.append(name) }
}

final class WatchDelegate: NSObject, WKApplicationDelegate {
    var count = 0
}

@main
struct ShopApp: App {
    @UIApplicationDelegateAdaptor(AppDelegate.self) private var delegate
    @UIApplicationDelegateAdaptor private var other: AppDelegate
    @WKApplicationDelegateAdaptor(WatchDelegate.self) private var watch

    var body: some Scene {
        delegate.clear()
        other.clear()
        watch.count = 1
        return WindowGroup { EmptyView() }
    }
}

func appDelegate() -> AppDelegate {
    guard let found = UIApplication.shared.delegate as? AppDelegate else { fatalError() }
    return found
}
