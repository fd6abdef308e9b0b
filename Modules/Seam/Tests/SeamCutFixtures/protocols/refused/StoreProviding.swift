/// The members of `Store` that its callers use.
protocol StoreProviding {
    var count: Int { get }
    func go()
    func marked(_ code: Int) -> Int
}

extension Store: StoreProviding {}

// A requirement has no default arguments. The last parameter tells these methods from the requirements.
extension StoreProviding {
    func marked(_ code: Int = Store.version, _: Void = ()) -> Int {
        marked(code)
    }
}
