/// The file beside the fakes that declares the recorders.
enum RecorderSupport {
    /// Returns the file.
    ///
    /// - Parameters:
    ///   - access: the access modifier of its declarations with a space; empty for internal.
    ///   - isolation: `nonisolated ` where the main actor is the default.
    ///   - prefix: what the names of the recorders begin with.
    ///   - hasGenericStatics: whether a generic fake has static recorders.
    static func file(
        access: String,
        isolation: String,
        prefix: String,
        hasGenericStatics: Bool,
        names: StandardNames,
        command: String,
        format: CodeFormat
    ) -> GeneratedFile {
        let whole = template + (hasGenericStatics ? "\n\n" + genericStatics : "")
        let own =
            prefix.isEmpty
            ? whole
            : whole.replacing(/\b\w+\b/.wordBoundaryKind(.simple)) { word in
                (ownNames.contains(String(word.output)) ? prefix : "") + word.output
            }
        let body = names.code(in: own).replacing("ACCESS ", with: access).replacing("ISOLATION ", with: isolation)
        return SupportText.file(
            named: "CallRecorders",
            template: body,
            imports: ["Foundation"],
            command: command,
            format: format
        )
    }

    /// Returns what the names of the recorders begin with: nothing, unless the sources have a type of such a name.
    static func prefix(_ catalog: Catalog) -> String {
        catalog.names.isDisjoint(with: ownNames) ? "" : "Fake"
    }

    private static let ownNames: Set<String> = [
        "CallRecorder", "SharedCallRecorder", "ValueRecorder", "SharedValueRecorder", "CallGate", "UnexpectedResult",
        "UnsetHandler", "RecorderLock", "StaticRecorders",
    ]

    private static let genericStatics = #"""
        /// The recorders of static requirements of generic fakes, which can't store them: for each type its own.
        ISOLATION ACCESS enum StaticRecorders {
            private static let all = RecorderLock<[ObjectIdentifier: [String: AnyObject]]>([:])

            /// Returns the recorder of a name, and creates it before its first use.
            ACCESS static func recorder<Recorder: AnyObject>(
                of fake: Any.Type,
                _ name: String,
                _ create: () -> Recorder
            ) -> Recorder {
                all.withLock { all in
                    if let known = all[ObjectIdentifier(fake)]?[name] as? Recorder { return known }
                    let recorder = create()
                    all[ObjectIdentifier(fake), default: [:]][name] = recorder
                    return recorder
                }
            }
        }
        """#

    private static let template = #"""
        /// The calls of a requirement that a fake may receive on any thread.
        ISOLATION ACCESS final class SharedCallRecorder<Input: Sendable, Handler: Sendable>: Sendable {
            private struct State {
                var inputs: [Input] = []
                var handler: Handler
            }

            private let state: RecorderLock<State>
            private let initial: Handler
            /// Holds asynchronous calls.
            ACCESS let gate = CallGate()

            /// Creates a recorder without calls.
            ACCESS init(_ handler: Handler) {
                state = RecorderLock(State(handler: handler))
                initial = handler
            }

            /// Forgets all calls, and the handler that was set.
            ACCESS func reset() {
                state.withLock { $0 = State(handler: initial) }
            }

            /// What the calls were given, in the order they arrived.
            ACCESS var inputs: [Input] { state.withLock { $0.inputs } }

            /// The number of calls.
            ACCESS var count: Int { state.withLock { $0.inputs.count } }

            /// What calls do from now on.
            ACCESS var handler: Handler {
                get { state.withLock { $0.handler } }
                set { state.withLock { $0.handler = newValue } }
            }

            /// Records a call and returns what it does.
            ACCESS func record(_ input: Input) -> Handler {
                state.withLock { state in
                    state.inputs.append(input)
                    return state.handler
                }
            }
        }

        /// The calls of a requirement that a fake receives in one isolation.
        ISOLATION ACCESS final class CallRecorder<Input, Handler> {
            /// What the calls were given, in the order they arrived.
            ACCESS private(set) var inputs: [Input] = []
            /// What calls do from now on.
            ACCESS var handler: Handler
            private let initial: Handler
            /// Holds asynchronous calls.
            ACCESS let gate = CallGate()

            /// Creates a recorder without calls.
            ACCESS init(_ handler: Handler) {
                self.handler = handler
                initial = handler
            }

            /// Forgets all calls, and the handler that was set.
            ACCESS func reset() {
                inputs = []
                handler = initial
            }

            /// The number of calls.
            ACCESS var count: Int { inputs.count }

            /// Records a call and returns what it does.
            ACCESS func record(_ input: Input) -> Handler {
                inputs.append(input)
                return handler
            }
        }

        /// The value of a property that a fake may receive on any thread.
        ISOLATION ACCESS final class SharedValueRecorder<Value: Sendable>: Sendable {
            private struct State {
                var value: Value?
                var reads = 0
                var writes: [Value] = []
            }

            private let state: RecorderLock<State>
            private let initial: Value?
            private let name: String

            /// Creates a recorder that nobody has read or written.
            ACCESS init(_ value: Value) {
                state = RecorderLock(State(value: value))
                initial = value
                name = ""
            }

            /// Creates a recorder without a value. Reading it ends the program.
            ACCESS init(unset name: String) {
                state = RecorderLock(State())
                initial = nil
                self.name = name
            }

            /// Forgets all reads and writes, and the value that was set.
            ACCESS func reset() {
                state.withLock { $0 = State(value: initial) }
            }

            /// The value; setting it isn't recorded.
            ACCESS var value: Value {
                get {
                    guard let value = state.withLock({ $0.value }) else { UnsetHandler.stop(value: name) }
                    return value
                }
                set { state.withLock { $0.value = newValue } }
            }

            /// How often the property was read.
            ACCESS var reads: Int { state.withLock { $0.reads } }

            /// What was written to the property, in order.
            ACCESS var writes: [Value] { state.withLock { $0.writes } }

            /// Records a read and returns the value.
            ACCESS func read() -> Value {
                state.withLock { $0.reads += 1 }
                return value
            }

            /// Records a write.
            ACCESS func write(_ value: Value) {
                state.withLock { state in
                    state.value = value
                    state.writes.append(value)
                }
            }
        }

        /// The value of a property that a fake receives in one isolation.
        ISOLATION ACCESS final class ValueRecorder<Value> {
            /// How often the property was read.
            ACCESS private(set) var reads = 0
            /// What was written to the property, in order.
            ACCESS private(set) var writes: [Value] = []
            private var current: Value?
            private let initial: Value?
            private let name: String

            /// Creates a recorder that nobody has read or written.
            ACCESS init(_ value: Value) {
                current = value
                initial = value
                name = ""
            }

            /// Creates a recorder without a value. Reading it ends the program.
            ACCESS init(unset name: String) {
                initial = nil
                self.name = name
            }

            /// The value; setting it isn't recorded.
            ACCESS var value: Value {
                get {
                    guard let current else { UnsetHandler.stop(value: name) }
                    return current
                }
                set { current = newValue }
            }

            /// Forgets all reads and writes, and the value that was set.
            ACCESS func reset() {
                current = initial
                reads = 0
                writes = []
            }

            /// Records a read and returns the value.
            ACCESS func read() -> Value {
                reads += 1
                return value
            }

            /// Records a write.
            ACCESS func write(_ value: Value) {
                self.value = value
                writes.append(value)
            }
        }

        /// Holds asynchronous calls until they are released.
        ISOLATION ACCESS final class CallGate: Sendable {
            private struct State {
                var isHolding = false
                var arrived = 0
                var held: [Int: AsyncStream<Never>.Continuation] = [:]
                var waiters: [(count: Int, continuation: AsyncStream<Never>.Continuation)] = []
            }

            private let state = RecorderLock(State())

            /// Creates a gate that lets every call through.
            ACCESS init() {}

            /// Holds every call that arrives from now on.
            ACCESS func hold() {
                state.withLock { $0.isHolding = true }
            }

            /// Lets all held calls go and holds no more.
            ACCESS func release() {
                let held = state.withLock { state in
                    defer { state.held = [:] }
                    state.isHolding = false
                    return state.held
                }
                for (_, call) in held.sorted(by: { $0.key < $1.key }) { call.finish() }
            }

            /// The number of calls that are being held.
            ACCESS var heldCount: Int { state.withLock { $0.held.count } }

            /// Waits until `count` calls or more are being held at once, or the waiting task is cancelled.
            ACCESS func waitUntilHeld(_ count: Int) async {
                let (stream, continuation) = AsyncStream<Never>.makeStream()
                let isOver = state.withLock { state in
                    if state.held.count < count { state.waiters.append((count, continuation)) }
                    return state.held.count >= count
                }
                if isOver { return }
                for await _ in stream {}
            }

            /// Waits while the gate holds calls; a call whose task is cancelled goes on.
            ACCESS func pass() async {
                let (stream, continuation) = AsyncStream<Never>.makeStream()
                let (call, done) = state.withLock { state in
                    guard state.isHolding else { return (Int?.none, [AsyncStream<Never>.Continuation]()) }
                    state.arrived += 1
                    state.held[state.arrived] = continuation
                    let held = state.held.count
                    let done = state.waiters.filter { $0.count <= held }.map(\.continuation)
                    state.waiters.removeAll { $0.count <= held }
                    return (state.arrived, done)
                }
                guard let call else { return }
                for waiter in done { waiter.finish() }
                for await _ in stream {}
                state.withLock { _ = $0.held.removeValue(forKey: call) }
            }
        }

        /// A state that any thread may change, behind a lock that all versions of the systems have.
        ISOLATION private final class RecorderLock<State>: @unchecked Sendable {
            // Safe to share: the state is used only while the lock is held.
            private var state: State
            private let lock = NSLock()

            init(_ state: State) {
                self.state = state
            }

            func withLock<Returned>(_ body: (inout State) -> Returned) -> Returned {
                lock.lock()
                defer { lock.unlock() }
                return body(&state)
            }
        }

        /// What is wrong if a test hasn't set a handler or value before it is used.
        ISOLATION ACCESS struct UnsetHandler: Error, CustomStringConvertible {
            /// What to do.
            ACCESS let description: String

            /// Creates the error for a requirement that throws.
            ACCESS init(_ name: String) {
                description = "\(name) has no handler: set \(name).handler before the call"
            }

            /// Ends the program, for a requirement that can't throw.
            ACCESS static func stop(_ name: String) -> Never {
                fatalError(Self(name).description)
            }

            /// Ends the program.
            ACCESS static func stop(value name: String) -> Never {
                fatalError("\(name) has no value: set \(name).value before it is read")
            }
        }

        /// What is wrong if a handler of a generic requirement gives a value of another type than the caller asked for.
        ISOLATION ACCESS struct UnexpectedResult: Error {
            /// The method.
            ACCESS let method: String
            /// The value, as text.
            ACCESS let result: String

            /// Returns the value as the type that the caller asked for.
            ACCESS static func checked<Value, Wanted>(_ value: Value, of method: String) throws(Self) -> Wanted {
                guard let wanted = value as? Wanted else { throw Self(method: method, result: "\(value)") }
                return wanted
            }

            /// Returns the value as the type that the caller asked for, or ends the program.
            ACCESS static func trusted<Value, Wanted>(_ value: Value, of method: String) -> Wanted {
                if let wanted = value as? Wanted { return wanted }
                fatalError("\(method) needs a value of \(Wanted.self), and its handler gave \(value)")
            }
        }
        """#
}
