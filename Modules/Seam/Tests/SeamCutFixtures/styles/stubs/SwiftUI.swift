// The parts of SwiftUI that an environment needs: a value is read when a view is shown, before its body.
public protocol EnvironmentKey {
    associatedtype Value
    static var defaultValue: Value { get }
}

public struct EnvironmentValues {
    private var values: [ObjectIdentifier: Any] = [:]
    public init() {}
    public subscript<K: EnvironmentKey>(key: K.Type) -> K.Value {
        get { values[ObjectIdentifier(key)] as? K.Value ?? K.defaultValue }
        set { values[ObjectIdentifier(key)] = newValue }
    }
}

protocol Updatable { func update(_ values: EnvironmentValues) }

@propertyWrapper public struct Environment<Value>: Updatable {
    private final class Box { var value: Value? }
    private let box = Box()
    private let keyPath: KeyPath<EnvironmentValues, Value>
    public init(_ keyPath: KeyPath<EnvironmentValues, Value>) { self.keyPath = keyPath }
    public var wrappedValue: Value { box.value ?? EnvironmentValues()[keyPath: keyPath] }
    func update(_ values: EnvironmentValues) { box.value = values[keyPath: keyPath] }
}

@MainActor @preconcurrency public protocol View {
    associatedtype Body: View
    @ViewBuilder var body: Body { get }
}

extension Never: View { public var body: Never { fatalError() } }

@MainActor @preconcurrency public protocol ViewModifier {
    associatedtype Body: View
    typealias Content = Shown
    @ViewBuilder func body(content: Content) -> Body
}

@resultBuilder public enum ViewBuilder {
    public static func buildPartialBlock<V: View>(first: V) -> V { first }
    public static func buildPartialBlock<A: View, B: View>(accumulated: A, next: B) -> Pair<A, B> {
        Pair(a: accumulated, b: next)
    }
}

@MainActor protocol Primitive { func show(_ values: EnvironmentValues) }

public struct Pair<A: View, B: View>: View, Primitive {
    let a: A
    let b: B
    public var body: Never { fatalError() }
    func show(_ values: EnvironmentValues) {
        Host.show(a, values)
        Host.show(b, values)
    }
}

public struct Text: View, Primitive {
    let text: String
    public init(_ text: String) { self.text = text }
    public var body: Never { fatalError() }
    func show(_ values: EnvironmentValues) { print(text) }
}

public struct Button: View, Primitive {
    let title: String
    let action: @MainActor () -> Void
    public init(_ title: String, action: @escaping @MainActor () -> Void) { (self.title, self.action) = (title, action) }
    public var body: Never { fatalError() }
    func show(_ values: EnvironmentValues) { Host.actions[title] = action }
}

public struct Stack<Content: View>: View {
    let content: Content
    public init(@ViewBuilder content: () -> Content) { self.content = content() }
    public var body: Content { content }
}

public struct Shown: View, Primitive {
    let action: @MainActor (EnvironmentValues) -> Void
    public var body: Never { fatalError() }
    func show(_ values: EnvironmentValues) { action(values) }
}

extension View {
    @MainActor public func environment<V>(
        _ keyPath: WritableKeyPath<EnvironmentValues, V>,
        _ value: V
    ) -> some View {
        Shown { values in
            var changed = values
            changed[keyPath: keyPath] = value
            Host.show(self, changed)
        }
    }

    @MainActor public func modifier<M: ViewModifier>(_ modifier: M) -> some View {
        Shown { values in
            Host.update(modifier, values)
            Host.show(modifier.body(content: Shown { Host.show(self, $0) }), values)
        }
    }
}

/// Shows views, and presses their buttons.
@MainActor public enum Host {
    static var actions: [String: @MainActor () -> Void] = [:]

    public static func show<V: View>(_ view: V) { show(view, EnvironmentValues()) }
    public static func press(_ title: String) { actions[title]?() }

    static func show<V: View>(_ view: V, _ values: EnvironmentValues) {
        update(view, values)
        if let primitive = view as? any Primitive { primitive.show(values) } else { show(view.body, values) }
    }

    static func update(_ value: Any, _ values: EnvironmentValues) {
        for child in Mirror(reflecting: value).children { (child.value as? any Updatable)?.update(values) }
    }
}
