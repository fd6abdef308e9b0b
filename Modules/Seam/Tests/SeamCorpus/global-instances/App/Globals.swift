import Foundation

final class APIClient {
    var token: String?
    func get(_ path: String) {}
}

final class Logger {
    func log(_ text: String) {}
}

let api = APIClient()
private let log: Logger = { Logger() }()
let timeout: TimeInterval = 30
var launches = 0

func launch() {
    launches += 1
    log.log("launch")
    api.token = nil
}
