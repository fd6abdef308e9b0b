import Synchronization

/// A state that the calls of a mock share.
final class Memory<State: Sendable>: Sendable {
    private let state: Mutex<State>

    init(_ state: State) {
        self.state = Mutex(state)
    }

    func withLock<Value, Failure: Error>(_ body: (inout State) throws(Failure) -> Value) throws(Failure) -> Value
    where Value: Sendable {
        try state.withLock { (state) throws(Failure) in try body(&state) }
    }
}
