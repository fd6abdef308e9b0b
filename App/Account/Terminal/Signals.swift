@preconcurrency import Dispatch
import Foundation

/// Signals that the program handles instead of being ended or stopped at once.
enum Signals {
    /// The signals that end a program and that it can act on before: all whose default is that, except those that report a fault
    /// in the program itself.
    static let ending: [Int32] = {
        let everywhere = [
            SIGHUP, SIGINT, SIGQUIT, SIGABRT, SIGPIPE, SIGALRM, SIGTERM, SIGUSR1, SIGUSR2, SIGXCPU, SIGXFSZ, SIGVTALRM,
            SIGPROF, SIGSYS,
        ]
        #if os(Linux)
            return everywhere + [SIGIO, SIGPWR, SIGSTKFLT]
        #else
            return everywhere
        #endif
    }()

    /// Handles the signals from now on. Returns a function that returns when the first of them has arrived.
    static func first(of signals: [Int32]) -> @Sendable () async -> Void {
        let (stream, continuation) = AsyncStream<Void>.makeStream()
        let sources = registered(signals) { source, _ in source.setEventHandler { continuation.finish() } }
        return {
            for await _ in stream {}
            for source in sources { source.cancel() }
        }
    }

    /// Performs the default action of a signal before it returns, and then ignores the signal again if the program continues.
    static func letHappen(_ number: Int32) {
        signal(number, SIG_DFL)
        // Sent to this thread, which belongs to Dispatch and has signals blocked. A signal to the process would be delivered at
        // some later time.
        var set = sigset_t()
        var before = sigset_t()
        sigemptyset(&set)
        sigaddset(&set, number)
        pthread_sigmask(SIG_UNBLOCK, &set, &before)
        raise(number)
        pthread_sigmask(SIG_SETMASK, &before, nil)
        signal(number, SIG_IGN)
    }

    /// Restores the modes of the terminal before a signal ends or stops the program, and sets `hidden` again when it is
    /// continued. Cancel the sources to end that.
    static func restoring(_ original: termios, hidden: termios) -> [any DispatchSourceProtocol] {
        registered(ending + [SIGTSTP]) { source, number in
            source.setEventHandler {
                var modes = original
                tcsetattr(STDIN_FILENO, TCSANOW, &modes)
                letHappen(number)
                modes = hidden
                tcsetattr(STDIN_FILENO, TCSANOW, &modes)
            }
            source.setCancelHandler { signal(number, SIG_DFL) }
        }
    }

    /// Returns when all sources are registered: a signal that arrives before would be lost. That takes a moment, and a machine
    /// with other work may take seconds.
    private static func registered(
        _ signals: [Int32],
        handle: (any DispatchSourceSignal, Int32) -> Void
    ) -> [any DispatchSourceProtocol] {
        let semaphore = DispatchSemaphore(value: 0)
        let sources = signals.map { number in
            // Dispatch replaces this on Linux when the source is registered, so it must come first.
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number)
            source.setRegistrationHandler { semaphore.signal() }
            handle(source, number)
            source.activate()
            return source
        }
        let deadline = DispatchTime.now() + 30
        for _ in sources { _ = semaphore.wait(timeout: deadline) }
        return sources
    }
}
