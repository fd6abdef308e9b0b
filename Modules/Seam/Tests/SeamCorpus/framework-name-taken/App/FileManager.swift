import Foundation

final class FileManager {
    static let `default` = FileManager()
    var root = "/"
}
