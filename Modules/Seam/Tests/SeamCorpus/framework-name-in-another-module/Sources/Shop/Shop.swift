import Core

final class Shop {
    private var fileManager: FileManager = .shared

    func show() {
        fileManager.clear()
        Timer.shared.count = 1
        FileManager.default.root = "/"
    }
}
