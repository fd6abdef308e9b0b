extension Screen {
    func rows() -> [String] {
        let work = { [weak self] in self?.api.fetch() }
        work()
        return api.items.map { "\($0) of \(api.name)" }
    }
}
