import Foundation

struct APIClient {
    static let live = APIClient()
    func get(_ path: String) async throws -> Data {
        try await URLSession.shared.data(from: URL(string: path)!).0
    }
}

struct Settings {
    static var shared = Settings()
    var colour = "red"
    var sounds = true
}

struct Padding: Equatable {
    static let standard = Padding(top: 8, bottom: 8)
    var top: Double
    var bottom: Double
    var total: Double { top + bottom }
}

func configure() async throws -> Double {
    Settings.shared.colour = "blue"
    Settings.shared = Settings()
    var copy = Settings.shared
    copy.sounds = false
    _ = try await APIClient.live.get("https://example.com")
    return Padding.standard.total
}
