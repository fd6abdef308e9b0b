import SwiftUI
import UIKit

private enum AssociatedKeys {
    static var model: UInt8 = 0
}

extension UIView {
    var model: Any? {
        get { objc_getAssociatedObject(self, &AssociatedKeys.model) }
        set { objc_setAssociatedObject(self, &AssociatedKeys.model, newValue, .OBJC_ASSOCIATION_RETAIN) }
    }
}

final class Model: ObservableObject {
    static let preview = Model()

    @Published var count = 0
}

private struct ModelKey: EnvironmentKey {
    static let defaultValue = Model()
}

extension EnvironmentValues {
    var model: Model {
        get { self[ModelKey.self] }
        set { self[ModelKey.self] = newValue }
    }
}

struct CounterPreviews: PreviewProvider {
    static let model = Model()

    static var previews: some View { Text("\(model.count)").environment(\.model, Model.preview) }
}

final class Panel: UIView {
    static let nibName = "Panel"

    var count = 0

    static func fromNib() -> Panel {
        Bundle.main.loadNibNamed(nibName, owner: nil)!.first as! Panel
    }

    static var counted: Panel {
        let panel = Panel()
        panel.count = 1
        return panel
    }
}

func show() {
    print(Layout.compact.width, Address.home.path, URL.sharedFolder, Pattern.email.matches("a"))
    print(Pattern.phone, Panel.fromNib().count, Panel.counted, ModelKey.defaultValue.count, Layout.wide)
    print(NSRegularExpression.sharedPattern)
}
