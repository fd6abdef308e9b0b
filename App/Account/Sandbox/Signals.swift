@preconcurrency import Dispatch
import Foundation

/// Signals that end a command that would otherwise run for ever.
enum Signals {
    /// Takes the signals over from now on, and answers a function that returns when the first of them has come.
    static func first(of signals: [Int32]) -> @Sendable () async -> Void {
        let (stream, continuation) = AsyncStream<Void>.makeStream()
        let sources = signals.map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number)
            source.setEventHandler { continuation.finish() }
            source.activate()
            return source
        }
        return {
            for await _ in stream {}
            for source in sources { source.cancel() }
        }
    }
}
