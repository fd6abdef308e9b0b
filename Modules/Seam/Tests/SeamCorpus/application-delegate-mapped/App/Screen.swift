import UIKit

final class Screen: UIViewController {
    func path() { (UIApplication.shared[keyPath: \.delegate] as? AppDelegate)?.refresh() }

    func map() { UIApplication.shared.delegate.map { $0 as! AppDelegate }?.refresh() }

    func named() {
        _ = UIApplication.shared.delegate.flatMap { delegate in delegate as? AppDelegate }
    }

    func scenes() {
        let delegates = UIApplication.shared.connectedScenes.map(\.delegate).compactMap { $0 as? SceneDelegate }
        delegates.first?.open()
    }

    func others(_ list: [UITableView]) {
        _ = list.map(\.dataSource).compactMap { $0 as? AppDelegate }
    }
}
