import UIKit

final class Screen: UIViewController {
    func single() {
        if case let found as AppDelegate = UIApplication.shared.delegate { found.clear() }
        guard case let found as AppDelegate = UIApplication.shared.delegate else { return }
        found.count += 1
        if case let found? = UIApplication.shared.delegate as? AppDelegate { found.clear() }
        if case .some(let found as AppDelegate) = UIApplication.shared.delegate { found.clear() }
        while case let found as AppDelegate = UIApplication.shared.delegate { found.clear() }
    }

    func choose(_ scene: UIScene) {
        switch UIApplication.shared.delegate {
        case let found as AppDelegate where found.count > 0: found.clear()
        case let found as Panel: found.clear()
        case is AppDelegate: break
        default: break
        }
        switch scene.delegate {
        case let found as SceneDelegate: found.open("a")
        case let found: print(found as Any)
        }
    }

    func scenes() {
        for case let scene as UIWindowScene in UIApplication.shared.connectedScenes {
            (scene.delegate as? SceneDelegate)?.open("b")
        }
        let first = UIApplication.shared.connectedScenes.first?.delegate as? SceneDelegate
        first?.open("c")
        let all = UIApplication.shared.connectedScenes.compactMap { $0.delegate as? SceneDelegate }
        print(all.count)
    }

    private let kept = UIApplication.shared.delegate

    func property() {
        (kept as? AppDelegate)?.clear()
        if case let found as AppDelegate = kept { found.clear() }
    }

    func function() {
        appDelegate().clear()
        let run = { appDelegate().clear() }
        run()
    }
}

final class Panel {
    weak var delegate: AnyObject?

    func clear() {
        if case let found as AppDelegate = delegate { found.clear() }
        switch delegate {
        case let found as AppDelegate: found.clear()
        default: break
        }
    }
}
