import LegacyAccount
import Screens

AccountService.configure()
let router = Router.shared
try await AccountService.shared.signIn(user: "ada", password: "secret")
router.open(.orders)
print(router.route, OrdersModel().title)
