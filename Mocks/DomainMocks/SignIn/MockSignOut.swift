public import Domain

/// A `SignOut` on a device that exists in memory only, with hooks.
public final class MockSignOut: SignOut {
    /// Stubs, holds and counts the calls; its inputs say whether changes may be lost.
    public let calls: MockCalls<Bool, Void, SignOutError>
    private let device: Memory<(isSignedIn: Bool, pendingChanges: Int)>

    /// Creates a device on which by default a user is signed in, with a number of changes that were never sent.
    public init(isSignedIn: Bool = true, pendingChanges: Int = 0) {
        let device = Memory((isSignedIn: isSignedIn, pendingChanges: pendingChanges))
        self.device = device
        calls = MockCalls(cancelled: .cancelled) { isDiscarding throws(SignOutError) in
            try device.withLock { (state) throws(SignOutError) in
                if state.isSignedIn, state.pendingChanges > 0, !isDiscarding {
                    throw .pendingChanges(state.pendingChanges)
                }
                state = (false, 0)
            }
        }
    }

    /// Whether a user is signed in.
    public var isSignedIn: Bool { device.withLock { $0.isSignedIn } }

    /// The number of changes that were never sent.
    public var pendingChanges: Int { device.withLock { $0.pendingChanges } }

    /// Signs out of the device in memory, or does what `calls` prescribes.
    public func signOut(discardingPendingChanges: Bool) async throws(SignOutError) {
        try await calls(discardingPendingChanges)
    }
}
