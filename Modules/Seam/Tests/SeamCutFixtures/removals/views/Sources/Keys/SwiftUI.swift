/// Stands for SwiftUI: a view is text here.
@MainActor
protocol View {
    var body: String { get }
}

/// Stands for the wrapper of the framework.
@propertyWrapper
struct ObservedObject<Value> {
    var wrappedValue: Value
}

/// Stands for the scene of the framework.
@MainActor
protocol App {
    init()
    var body: String { get }
}

extension App {
    static func main() { print(Self().body) }
}
