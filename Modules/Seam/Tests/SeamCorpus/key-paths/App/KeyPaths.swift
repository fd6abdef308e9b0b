final class Legacy {
    static let shared = Legacy()
    var name = ""
    var address = Address()
}

struct Address { var city = "" }

struct Root {
    static let shared = "root"
    var shared = Address()
    var x = 0
}

func read() {
    _ = Legacy.shared[keyPath: \.name]
    Legacy.shared[keyPath: \.address.city] = "Bern"
    let path: ReferenceWritableKeyPath<Legacy, String> = \Legacy.name
    Legacy.shared[keyPath: path] = "x"
    print(Legacy.shared[keyPath: path])
    let roots = [Root()]
    print(roots.map(\.shared.city), roots.map(\.x), [Legacy]().map(\.name))
    let meta = \Legacy.Type.shared.name
    print(meta)
}
