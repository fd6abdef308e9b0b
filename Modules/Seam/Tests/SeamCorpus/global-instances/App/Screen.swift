final class Screen {
    let name = "home"

    func load() {
        api.get("/\(name)")
        print(timeout, launches)
        start(with: api)
    }

    func start(with api: APIClient) {
        api.get("/start")
    }

    func shadow() {
        let api = APIClient()
        api.get("/own")
    }
}

final class Other {
    let api = APIClient()
    func load() {
        api.get("/property")
        self.api.token = "x"
    }
}
