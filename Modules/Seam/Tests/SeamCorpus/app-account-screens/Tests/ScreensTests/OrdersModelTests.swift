import LegacyAccount
import Testing
@testable import Screens

@Suite(.serialized) struct OrdersModelTests {
    init() { AccountService.shared.session = nil }

    @Test("The title names the user") func title() async throws {
        try await AccountService.shared.signIn(user: "ada", password: "x")
        defer { AccountService.shared.signOut() }
        #expect(OrdersModel().title == "Orders of \(AccountService.shared.session?.user ?? "")")
    }
}
