final class Counter {
    static let shared = Counter()
    var value = 0
    func add(_ step: Int) {}
}

final class Places {
    var seen = Counter.shared.value {
        didSet { Counter.shared.add(seen) }
    }

    let make: () -> Int = { Counter.shared.value }

    init() { Counter.shared.add(1) }

    deinit {
        Counter.shared.add(-1)
    }

    subscript(index: Int) -> Int {
        get { Counter.shared.value + index }
        set { Counter.shared.value = newValue }
    }

    static func + (left: Places, right: Int) -> Int {
        Counter.shared.value + right
    }

    func nested() {
        func inner() {
            Counter.shared.add(2)
        }
        inner()
        [1, 2].forEach { Counter.shared.add($0) }
        Task { @MainActor in
            Counter.shared.add(3)
        }
    }
}

let total = Counter.shared.value
