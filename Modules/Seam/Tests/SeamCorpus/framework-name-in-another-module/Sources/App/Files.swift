import Foundation

extension FileManager {
    static let app = FileManager()

    func clear() {}
}

final class CountingFileManager: FileManager {}

final class CountingTimer: Timer {}

final class Files {
    private var fileManager: FileManager
    private let timer: Timer

    init(fileManager: FileManager = .default, timer: Timer) {
        self.fileManager = fileManager
        self.timer = timer
    }

    func show() {
        fileManager.clear()
        FileManager.default.clear()
        FileManager.app.clear()
        CountingFileManager().clear()
        timer.invalidate()
    }
}
