import Core

extension Api {
    static let shared = Api()
}
