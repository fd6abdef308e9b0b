import Foundation

extension URLSession {
    static let pinned = URLSession(configuration: .ephemeral)
}

extension Notification.Name {
    static let didSync = Notification.Name("didSync")
}

extension URL {
    static let home = URL(string: "https://example.com")!
}

func download() async throws {
    _ = try await URLSession.pinned.data(from: .home)
    NotificationCenter.default.post(name: .didSync, object: nil)
    let center = NotificationCenter.default
    let token = center.addObserver(forName: .didSync, object: nil, queue: .main) { _ in
        print(ProcessInfo.processInfo.processIdentifier)
    }
    center.removeObserver(token)
}
