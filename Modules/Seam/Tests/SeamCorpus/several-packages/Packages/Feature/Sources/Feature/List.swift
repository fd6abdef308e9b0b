import Core

public struct List {
    public func load() async {
        await Database.shared.open()
        if await Database.shared.isOpen { print("open") }
    }
}
