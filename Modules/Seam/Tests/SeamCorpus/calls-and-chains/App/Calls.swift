final class Query {
    static let shared = Query()
    var onDone: ((Int) -> Void)?
    var transform: (Int) -> Int = { $0 }
    func select(_ name: String) -> Query { self }
    func order(_ name: String) -> Query { self }
    func run(_ done: (Int) -> Void) { done(1) }
    func callAsFunction(_ value: Int) -> Int { value }
}

@dynamicMemberLookup final class Flags {
    static let shared = Flags()
    subscript(dynamicMember name: String) -> Bool { name.isEmpty }
}

func chain() {
    Query.shared
        .select("a")
        .order("b")
        .run { print($0) }
    Query.shared.run { value in
        Query.shared.onDone?(value)
    }
    _ = Query.shared.transform(2)
    let method = Query.shared.select
    _ = method("x")
    _ = [1].map(Query.shared.transform)
    _ = Query.shared(3)
    Query.shared.onDone = { print($0) }
    if Flags.shared.beta { print("beta") }
    let unbound = Query.run
    print(unbound)
}
