import Foundation

final class Network {
    static let shared: Network = {
        let network = Network()
        network.timeout = 10
        return network
    }()

    static let background = { () -> Network in
        let network = Network()
        network.timeout = 600
        return network
    }()

    var timeout: TimeInterval = 30
    func send(_ path: String) {}
}

enum Sync {
    static func run() {
        Network.background.send("/sync")
        Network.shared.timeout = 5
    }
}
