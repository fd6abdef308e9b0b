import Foundation
import Observation

@MainActor @Observable final class Library {
    nonisolated(unsafe) static var shared = Library()
    var books: [String] = []
    nonisolated init() {}
}

final class Cache: @unchecked Sendable {
    @MainActor public static private(set) var current: Cache = .init()
    var size = 0
    @discardableResult func trim() -> Int { size }
}

struct Trace: Sendable {
    @TaskLocal static var current = Trace()
    var id = 0
}

@MainActor func read() -> Int {
    Library.shared.books += ["a"]
    Cache.current.trim()
    return Trace.current.id + Cache.current.size
}

nonisolated(unsafe) var hits = 0
