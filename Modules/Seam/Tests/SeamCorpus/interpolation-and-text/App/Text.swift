final class User {
    static let shared = User()
    var name = "Ada"
    func greet(_ other: String) -> String { "Hi \(other)" }
}

/// Ask `User.shared.name` for the name.
/* User.shared.name = "block" /* User.shared.greet("nested") */ User.shared.name */
func text() {
    print("User.shared.name")
    print("Hello \(User.shared.name)!")
    print("\(User.shared.greet("\(User.shared.name)"))")
    print(#"raw \(User.shared.name) and \#(User.shared.name)"#)
    print("""
        User.shared.name
        \(User.shared.name)
        \\(User.shared.name)
        """)
    let pattern = /User.shared.name/
    print(pattern) // User.shared.name
}
