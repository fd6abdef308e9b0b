import UIKit

final class Screen: UIViewController {
    private let appDelegate = UIApplication.shared.delegate as! AppDelegate
    private lazy var store = (UIApplication.shared.delegate as? AppDelegate)?.store
    private var app: AppDelegate { UIApplication.shared.delegate as! AppDelegate }

    func show() {
        (UIApplication.shared.delegate as! AppDelegate).clear()
        appDelegate.store.save()
        app.count += 1
        if let found = UIApplication.shared.delegate as? AppDelegate { found.clear() }
        guard let raw = UIApplication.shared.delegate else { return }
        (raw as? AppDelegate)?.clear()
        print(UIApplication.shared.delegate as! AppDelegate)
    }

    func route() {
        guard let scene = view.window?.windowScene?.delegate as? SceneDelegate else { return }
        scene.open("a")
        (view.window?.windowScene?.delegate as? Routing)?.open("b")
        UIApplication.shared.appDelegate.clear()
        UIApplication.app?.clear()
    }
}

protocol PanelDelegate: AnyObject {}

final class Panel {
    weak var delegate: PanelDelegate?

    func tell(_ other: Panel) {
        (delegate as? AppDelegate)?.clear()
        (other.delegate as? AppDelegate)?.clear()
    }
}
