/// The result of a command, for the screen that opened the link.
public struct ScreenUpdate: Hashable, Sendable {
    /// The command.
    public let command: CommandID
    /// The result.
    public let result: Result<CommandAnswer, FlowProblem>

    /// Creates an update from its parts.
    public init(_ command: CommandID, _ result: Result<CommandAnswer, FlowProblem>) {
        self.command = command
        self.result = result
    }
}

extension FlowProblem: Error {}

/// The screens that wait for updates.
@MainActor
final class ScreenRegister {
    /// The maximum number of updates that wait for a slow screen. If there are more, the oldest are dropped.
    static let patience = 64

    private var waiting: [ScreenID: [Int: AsyncStream<ScreenUpdate>.Continuation]] = [:]
    private var registrations = 0

    /// Registers a screen, as long as the stream exists.
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
