class Repository {
    class var shared: Repository { one }
    private static let one = Repository()
    func flush() {}
}

final class Users: Repository {}

func flush<T: Repository>(_ type: T.Type) {
    T.shared.flush()
    type.shared.flush()
}

func flushUsers() {
    Users.shared.flush()
    let kind = Users.self
    kind.shared.flush()
}
