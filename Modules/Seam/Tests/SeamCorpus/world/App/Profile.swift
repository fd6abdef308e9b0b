import Foundation

final class Profile {
    var name = ""
    let now = Current.date

    func load() async throws {
        name = try await Current.api.fetchUser(1)
        print(Current.date())
    }

    func title(at date: Date = Current.date()) -> String {
        "\(name) at \(date) in \(Current.locale.identifier)"
    }
}
