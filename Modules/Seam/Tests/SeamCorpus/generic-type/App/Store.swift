final class Store<Element> {
    var elements: [Element] = []
    func add(_ element: Element) { elements.append(element) }
}

extension Store where Element == String {
    static let names = Store<String>()
}

extension Store<Int> {
    static let numbers: Store<Int> = .init()
}

func fill() {
    Store<String>.names.add("a")
    Store.numbers.add(1)
    Store<Int>.numbers.elements = []
    let local = Store<Double>()
    local.add(1.5)
}
