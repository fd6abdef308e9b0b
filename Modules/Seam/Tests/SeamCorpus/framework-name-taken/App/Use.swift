import Foundation

func paths() -> [String] {
    [FileManager.default.root, Foundation.FileManager.default.currentDirectoryPath]
}
