final class DetailScreen: Screen {
    func refresh() {
        api.fetch()
    }
}

final class Router {
    let screen = Screen(given: Legacy())
    let api = Router.fallback
    static let fallback = Legacy()

    func route() {
        api.fetch()
        screen.api.fetch()
    }
}
