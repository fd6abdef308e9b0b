final class Request {
    var path = ""
    static func make() -> Request { Request() }
    static func get(_ path: String) -> Request {
        let request = Request()
        request.path = path
        return request
    }
    static func shared(for path: String) -> Request { get(path) }
    class func builder() -> Self { self.init() }
    required init() {}
    func send() {}
}

func send() {
    Request.make().send()
    Request.get("/a").send()
    Request.shared(for: "/b").send()
    Request.builder().path = "/c"
}
