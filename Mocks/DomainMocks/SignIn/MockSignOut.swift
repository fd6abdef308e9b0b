public import Domain
import Synchronization

/// A `SignOut` on a device that exists in memory only, with hooks.
public final class MockSignOut: SignOut {
    /// Stubs, holds and counts the calls; its inputs are whether changes may be lost.
    public let calls: MockCalls<Bool, Void, SignOutError>
    private let device: Device

    private final class Device: Sendable {
        let state: Mutex<(isSignedIn: Bool, pendingChanges: Int)>

        init(isSignedIn: Bool, pendingChanges: Int) {
            state = Mutex((isSignedIn, pendingChanges))
        }
    }

    /// Makes a device on which somebody is signed in, unless told otherwise, with so many changes that were never sent.
    public init(isSignedIn: Bool = true, pendingChanges: Int = 0) {
        let device = Device(isSignedIn: isSignedIn, pendingChanges: pendingChanges)
        self.device = device
        calls = MockCalls(cancelled: .cancelled) { isDiscarding throws(SignOutError) in
            try device.state.withLock { (state) throws(SignOutError) in
                if state.isSignedIn, state.pendingChanges > 0, !isDiscarding {
                    throw .pendingChanges(state.pendingChanges)
                }
                state = (false, 0)
            }
        }
    }

    /// Whether somebody is signed in.
    public var isSignedIn: Bool { device.state.withLock { $0.isSignedIn } }

    /// How many changes were never sent.
    public var pendingChanges: Int { device.state.withLock { $0.pendingChanges } }

    /// Signs out of the device in memory, or does as `calls` was told.
    public func signOut(discardingPendingChanges: Bool) async throws(SignOutError) {
        try await calls(discardingPendingChanges)
    }
}
