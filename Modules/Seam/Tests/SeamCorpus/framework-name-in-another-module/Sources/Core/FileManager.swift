import Foundation

public final class FileManager {
    public static let `default` = FileManager()
    public static let shared = FileManager()

    public var root = "/"

    public func clear() { root = "" }
}

public final class Timer {
    public static let shared = Timer()

    public var count = 0
}

final class Screen {
    private var fileManager: FileManager = .default
    private let timer: Timer = .shared

    func show() {
        fileManager.clear()
        timer.count += 1
        print(FileManager.shared.root)
    }
}
