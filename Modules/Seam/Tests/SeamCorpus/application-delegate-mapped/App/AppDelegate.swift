import UIKit

final class AppDelegate: UIResponder, UIApplicationDelegate {
    func refresh() {}
}

final class SceneDelegate: UIResponder, UIWindowSceneDelegate {
    func open() {}
}
