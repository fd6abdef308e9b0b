final class Injected {
    private let api: Legacy

    init(api: Legacy = .shared) {
        self.api = api
    }

    func load() -> Int {
        api.fetch()
    }
}

final class Plain {
    private let api: Legacy
    init(api: Legacy) { self.api = api }
    func load() -> Int { api.fetch() }
}

func load(from api: Legacy = Legacy.shared, page: Int = Legacy.shared.fetch()) -> Int {
    api.fetch(page: page)
}

func start() {
    _ = Injected(api: .shared).load()
    _ = Plain(api: Legacy.shared).load()
    _ = load(from: Legacy())
}
