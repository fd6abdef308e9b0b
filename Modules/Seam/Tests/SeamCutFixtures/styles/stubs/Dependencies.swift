// The parts of swift-dependencies that a key needs: a value is made when it is first read, and cached.
public protocol TestDependencyKey<Value> {
    associatedtype Value: Sendable = Self
    static var testValue: Value { get }
}

public protocol DependencyKey<Value>: TestDependencyKey {
    static var liveValue: Value { get }
}

extension DependencyKey {
    public static var testValue: Value { fatalError("no value for tests") }
}

public struct DependencyValues: Sendable {
    @TaskLocal static var current = DependencyValues()

    private final class Cache: @unchecked Sendable { var values: [ObjectIdentifier: any Sendable] = [:] }
    private let cache = Cache()
    private var values: [ObjectIdentifier: any Sendable] = [:]

    public subscript<Key: TestDependencyKey>(key: Key.Type) -> Key.Value {
        get {
            let id = ObjectIdentifier(key)
            if let value = values[id] ?? cache.values[id], let known = value as? Key.Value { return known }
            let live = (key as? any DependencyKey.Type).flatMap { $0.liveValue as? Key.Value }
            let value = live ?? Key.testValue
            cache.values[id] = value
            return value
        }
        set { values[ObjectIdentifier(key)] = newValue }
    }

    func merging(_ other: DependencyValues) -> DependencyValues {
        var merged = self
        merged.values.merge(other.values) { $1 }
        return merged
    }
}

@propertyWrapper public struct Dependency<Value>: Sendable {
    private let initial = DependencyValues.current
    private let keyPath: KeyPath<DependencyValues, Value> & Sendable
    public init(_ keyPath: KeyPath<DependencyValues, Value> & Sendable) { self.keyPath = keyPath }
    public var wrappedValue: Value { initial.merging(DependencyValues.current)[keyPath: keyPath] }
}

public func withDependencies<R>(_ update: (inout DependencyValues) throws -> Void, operation: () throws -> R) rethrows -> R {
    var values = DependencyValues.current
    try update(&values)
    return try DependencyValues.$current.withValue(values, operation: operation)
}
