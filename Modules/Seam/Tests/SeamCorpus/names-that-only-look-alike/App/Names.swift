import Foundation

enum Scope { case shared, current, `default` }

struct Album {
    var shared = true
    var current: Int { 1 }
    func main(shared: Bool, default value: Int) -> Int { shared ? value : 0 }
}

struct Pair {
    static let shared = 1
    static func current() -> Date { Date() }
}

func names(_ album: Album, _ scope: Scope) -> Int {
    let shared = album
    let current = shared.current
    switch scope {
    case .shared: return album.main(shared: shared.shared, default: current)
    case .current: return Scope.shared == scope ? 1 : 2
    default: break
    }
    let configuration = URLSessionConfiguration.default
    configuration.timeoutIntervalForRequest = 1
    print(Pair.shared, Pair.current(), configuration)
    return 0
}
