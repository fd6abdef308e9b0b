struct Server { var name: String }

enum ServerFixture {
    private static var info = Server(name: "A Name")
    private static let original = info
    static var standard: Server { info }
    static func reset() { info = original }
}

func show() {
    print(ServerFixture.standard.name)
    ServerFixture.reset()
}
