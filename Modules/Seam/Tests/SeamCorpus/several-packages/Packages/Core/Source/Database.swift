public actor Database {
    public static let shared = Database()
    public var isOpen = false
    public func open() { isOpen = true }
}
