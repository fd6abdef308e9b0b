/// Makers with declarations of their own.
extension ThreadWayTests {
    /// Functions, enumerations, structures and extensions, and what runs them.
    static let makers: [(String, String)] = [
        ("func free() { Screen(title: \"free\").show() }", "free()"),
        ("enum Kind { case one; func opens() { Screen(title: \"enum\").show() } }", "Kind.one.opens()"),
        ("struct Value { func struck() { Screen(title: \"struct\").show() } }", "Value().struck()"),
        ("struct Own { let s: Screen; init() { s = Screen(title: \"struct initializer\") } }", "Own().s.show()"),
        ("extension Int { func makes() { Screen(title: \"extension\").show() } }", "1.makes()"),
        (
            "final class Part {}\nextension Part { func g() { Screen(title: \"part\").show() }; convenience init(n: Int) { self.init(); g() } }",
            "Part(n: 1).g()"
        ),
        (
            "final class Generic<T> { let t: T; init(t: T) { self.t = t }; func f() { Screen(title: \"generic\").show() } }",
            "Generic(t: 1).f(); Generic<Int>(t: 1).f()"
        ),
    ]

    /// Classes with superclasses, attributes and no initializers, and what runs them.
    static let classes: [(String, String)] = [
        (
            """
            final class Pop: NSObject {
                override init() { super.init(); Screen(title: "override").show() }
                func f() { Screen(title: "of a framework's class").show() }
            }
            """,
            "Pop().f()"
        ),
        (
            """
            class Table: NSObject { init(style: Int = 0) { print(style) } }
            final class Rows: Table { func f() { Screen(title: "inherited initializer").show() } }
            """,
            "Rows().f()"
        ),
        (
            "final class Marked { @available(macOS 10.15, *) init() {}; func f() { Screen(title: \"attribute\").show() } }",
            "Marked().f()"
        ),
        (
            """
            class Parent { init(n: Int) { print(n) }; func f() { Screen(title: "parent").show() } }
            final class Kid: Parent { init() { super.init(n: 2) } }
            """,
            "Parent(n: 1).f(); Kid().f()"
        ),
        (
            """
            class Page {
                let store: Store
                init(title: String = "page", store: Store = .shared) { self.store = store; print(title) }
            }
            final class Silent: Page {
                let n: Int
                init(n: Int) {
                    self.n = n
                    print(n)
                }
                init?(_ text: String) {
                    guard let n = Int(text) else { return nil }
                    self.n = n
                }
                init(zero: Void) { n = 0 }
                init(one _: Void) {
                    n = 1
                    _ = [2].map { return $0 }
                }
            }
            final class Empty: Page { init(_ n: Int) {} }
            """,
            "for page in [Silent(n: 1), Silent(\"2\"), Silent(zero: ()), Silent(one: ()), Empty(3)] { print(page!.store.go()) }"
        ),
    ]
}
