import Foundation

struct World {
    var date: () -> Date = Date.init
    var api = API()
    var locale = Locale.current
}

struct API {
    var fetchUser: (Int) async throws -> String = { _ in "" }
    var baseURL = "https://example.com"
}

var Current = World()
