import AppKit

class BaseDelegate: NSObject, NSApplicationDelegate {}

final class AppDelegate: BaseDelegate {
    static var current: AppDelegate { NSApp.delegate as! AppDelegate }

    var count = 0

    func clear() { count = 0 }
}

extension NSApplication {
    var delegateTyped: AppDelegate { delegate as! AppDelegate }
}

final class Menu {
    func clear() {
        AppDelegate.current.clear()
        (NSApp.delegate as? AppDelegate)?.clear()
        NSApp.delegateTyped.count = 1
        print(NSApplication.shared.delegateTyped.count)
    }
}
