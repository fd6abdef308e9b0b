@preconcurrency import Dispatch
import Foundation

/// Signals, which the program hears of instead of being ended or stopped at once.
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

    /// Lets the default of a signal happen, before this returns, and ignores it again if the program then goes on.
    static func letHappen(_ number: Int32) {
        signal(number, SIG_DFL)
        // Sent to this thread, which is one of Dispatch's and has signals blocked: what is sent to the process happens
        // at some later time.
        var set = sigset_t()
        var before = sigset_t()
        sigemptyset(&set)
        sigaddset(&set, number)
        pthread_sigmask(SIG_UNBLOCK, &set, &before)
        raise(number)
        pthread_sigmask(SIG_SETMASK, &before, nil)
        signal(number, SIG_IGN)
    }
}
