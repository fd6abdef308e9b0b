enum Outer {
    final class Inner {
        static let shared = Inner()
        var value = 0
    }

    static func bump() {
        Inner.shared.value += 1
    }
}

final class Second {
    fileprivate final class Inner {
        static let shared = Inner()
        var value = 0
    }

    func bump() {
        Inner.shared.value = 2
        Outer.Inner.shared.value = 3
    }
}

extension Outer {
    struct Box {
        func read() -> Int { Inner.shared.value }
    }
}
