/// What a command tells the screen that asked.
public struct ScreenUpdate: Hashable, Sendable {
    /// Which command.
    public let command: CommandID
    /// What came of it.
    public let result: Result<CommandAnswer, FlowProblem>

    /// Creates an update of its parts.
    public init(_ command: CommandID, _ result: Result<CommandAnswer, FlowProblem>) {
        self.command = command
        self.result = result
    }
}

extension FlowProblem: Error {}

/// The screens that wait for updates.
@MainActor
final class ScreenRegister {
    /// How many updates wait for a screen that is slow to take them; of more the oldest go.
    static let patience = 64

    private var waiting: [ScreenID: [Int: AsyncStream<ScreenUpdate>.Continuation]] = [:]
    private var registrations = 0

    /// Registers a screen, until the stream is let go of.
    func updates(for screen: ScreenID) -> AsyncStream<ScreenUpdate> {
        let (stream, continuation) = AsyncStream<ScreenUpdate>.makeStream(
            bufferingPolicy: .bufferingNewest(Self.patience)
        )
        registrations += 1
        let registration = registrations
        waiting[screen, default: [:]][registration] = continuation
        continuation.onTermination = { [weak self] _ in
            Task { @MainActor in self?.remove(registration, of: screen) }
        }
        return stream
    }

    /// Returns whether a screen has received the update.
    func deliver(_ update: ScreenUpdate, to screen: ScreenID) -> Bool {
        var isTaken = false
        for continuation in (waiting[screen] ?? [:]).values {
            // A stream that has just ended may still be listed.
            if case .terminated = continuation.yield(update) { continue }
            isTaken = true
        }
        return isTaken
    }

    private func remove(_ registration: Int, of screen: ScreenID) {
        waiting[screen]?[registration] = nil
        if waiting[screen]?.isEmpty == true { waiting[screen] = nil }
    }
}
