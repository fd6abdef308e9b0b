import Foundation

@objc protocol Bridge {
    func send(_ message: String)
}

final class Host: NSObject {
    @objc static var bridge: Bridge?
    @objc static var name = "host"
    static var unused: Bridge?
}

@objcMembers
final class Registry: NSObject {
    static var handler: Bridge?
    static private(set) var version: String?
}

final class Screen {
    func show() {
        Host.bridge?.send(Host.name)
        Host.unused?.send("nothing")
        if let handler = Registry.handler { handler.send("shown") }
        print(Registry.version ?? "")
    }
}
