protocol Service: AnyObject {
    var user: String { get set }
    func load()
}

final class LiveService: Service {
    static let shared: any Service = LiveService()
    var user = ""
    func load() {}
}

func begin() {
    LiveService.shared.load()
    LiveService.shared.user = "ada"
}
