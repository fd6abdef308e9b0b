import Foundation

public final class AccountService {
    public static let shared = AccountService()

    public var baseURL = URL(string: "https://example.com")!
    public var session: Session?
    public private(set) var orders: [Order] = []
    public var onSignOut: (() -> Void)?

    private init() {}

    public func signIn(user: String, password: String) async throws {
        session = Session(user: user)
    }

    public func signOut() {
        session = nil
        onSignOut?()
        UserDefaults.standard.removeObject(forKey: "session")
    }

    public func fetchOrders() async throws -> [Order] { orders }
}

public struct Session: Sendable { public var user: String }
public struct Order: Sendable, Identifiable { public var id: Int }
