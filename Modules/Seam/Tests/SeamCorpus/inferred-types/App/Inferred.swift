final class A {
    static let shared: A = .init()
    var value = 0
}

final class B {
    static let shared = B.init()
    var value = 0
}

struct F {
    static var shared = Self()
    var value = 0
}

final class C {
    static let shared: C = make()
    var value = 0
    private static func make() -> C { C() }
}

final class D {
    static let shared = D.make()
    var value = 0
    private static func make() -> D { D() }
}

final class E {
    static let count = 3
    static let name: String = .init()
    var value = 0
}

func sum() -> Int {
    A.shared.value + B.shared.value + C.shared.value + D.shared.value + E.count + F.shared.value
}

func change() {
    F.shared.value = 1
}
