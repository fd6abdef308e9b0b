import LegacyAccount

public enum Route: Equatable {
    case orders, signIn
    public static let initial = Route.orders
}

public final class Router {
    public static let shared = Router()
    public var route = Route.initial

    private init() {
        AccountService.shared.onSignOut = { [weak self] in self?.route = .signIn }
    }

    public func open(_ route: Route) {
        self.route = AccountService.shared.session == nil ? .signIn : route
    }
}
