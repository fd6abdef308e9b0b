import Foundation
import Testing

@testable import DataSupport

@Suite("Locks on files")
struct FileLockTests {
    @Test("A lock is free when its object is gone, even if a child that is being started has a copy of its descriptor")
    func copied() throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).lock").path
        defer { unlink(path) }
        var lock: FileLock? = try FileLock(path)
        #expect(try lock?.tryToTake() == true)
        let copies = descriptors(of: path).map { dup($0) }
        defer { for copy in copies { close(copy) } }
        #expect(copies.count == 1)

        let other = try FileLock(path)
        #expect(try !other.tryToTake())
        lock = nil
        #expect(try other.tryToTake())
    }
}

/// The descriptors of this process for a file.
private func descriptors(of path: String) -> [Int32] {
    var file = stat()
    guard stat(path, &file) == 0 else { return [] }
    return (0..<Int32(getdtablesize())).filter { descriptor in
        var status = stat()
        return fstat(descriptor, &status) == 0 && status.st_ino == file.st_ino && status.st_dev == file.st_dev
    }
}
