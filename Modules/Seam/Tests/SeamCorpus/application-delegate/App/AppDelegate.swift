import UIKit

@main
final class AppDelegate: UIResponder, UIApplicationDelegate {
    var window: UIWindow?
    let store = Store()
    var count = 0

    func clear() { count = 0 }
}

final class Store {
    var items: [String] = []

    func save() { items = [] }
}

class BaseSceneDelegate: UIResponder, UIWindowSceneDelegate {
    var window: UIWindow?
}

final class SceneDelegate: BaseSceneDelegate, Routing {
    var path: [String] = []

    func open(_ name: String) { path.append(name) }
}

protocol Routing {
    func open(_ name: String)
}

extension UIApplication {
    var appDelegate: AppDelegate { delegate as! AppDelegate }

    static var app: AppDelegate? { shared.delegate as? AppDelegate }
}
