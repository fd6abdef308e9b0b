import Foundation

/// A singleton in every way of naming it that the index tells apart. `IndexTests` compares its map with the index of the
/// build that it runs from.
final class IndexedService: @unchecked Sendable {
    // `count` is only touched under this lock.
    private let lock = NSLock()
    private var count = 0
    static let shared = IndexedService()
    static func current() -> IndexedService { shared }

    func visit() -> Int { lock.withLock { count } }

    static func inside() -> Int { shared.visit() + IndexedService.shared.visit() }
}

struct IndexedCaller {
    let service: IndexedService

    init(service: IndexedService = .shared) {
        self.service = service
    }

    func direct() -> Int { IndexedService.shared.visit() }

    func overSeveralLines() -> Int {
        IndexedService
            // A comment may stand here.
            .shared
            .visit()
    }

    func byFunction() -> Int { IndexedService.current().visit() }

    func byConstant() -> Int {
        let service = IndexedService.shared
        return service.visit() + service.visit()
    }

    func ofTheFramework() -> String { ProcessInfo.processInfo.hostName + FileManager.default.currentDirectoryPath }

    #if NEVER_COMPILED
        func elsewhere() -> Int { IndexedService.shared.visit() }
    #endif
}
