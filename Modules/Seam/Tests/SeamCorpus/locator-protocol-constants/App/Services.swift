import VendorKit

final class ConsoleLogger: LoggingDelegate {
    var count = 0

    func log(_ line: String) {
        count += 1
        print(line)
    }
}

protocol Uploading {
    func upload(_ name: String)
}

final class Uploader: Uploading {
    var open: [String] = []

    func upload(_ name: String) {
        open.append(name)
    }
}

struct Title: Naming {
    let text = "Shop"
}

enum Services {
    static let logger: LoggingDelegate = ConsoleLogger()
    static let uploader: Uploading = Uploader()
    static let title: Naming = Title()
}
