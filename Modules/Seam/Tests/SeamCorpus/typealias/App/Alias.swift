final class AccountService {
    static let shared = AccountService()
    func fetch() {}
    var user = ""
}

typealias API = AccountService

enum Namespace {
    typealias Service = API
    struct API {
        static let shared = "text"
    }
    static func inside() -> Int { API.shared.count }
}

enum Facade {
    typealias Service = AccountService
}

final class Screen {
    typealias Backend = AccountService
    let api = Backend.shared

    func load() {
        API.shared.fetch()
        print(Namespace.Service.shared.count)
        Facade.Service.shared.user = "x"
        Backend.shared.fetch()
        api.fetch()
    }
}
