@preconcurrency import Dispatch
import Foundation
import Synchronization

/// Signals that the program handles instead of being ended or stopped at once.
///
/// The system's handler writes the number of the signal to a pipe, and Dispatch reads it. Dispatch has sources for signals, but on
/// Linux they loop for ever if SIGPIPE, SIGPROF or SIGSYS arrives at a thread that doesn't block it.
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

    /// Handles the signals from now on. Returns a function that returns when the first of them has arrived; later ones do nothing.
    static func first(of signals: [Int32]) -> @Sendable () async -> Void {
        let (stream, continuation) = AsyncStream<Void>.makeStream()
        handle(signals) { _ in continuation.finish() }
        return { for await _ in stream {} }
    }

    /// Performs the default action of a signal before it returns, and then handles the signal as before if the program continues.
    static func letHappen(_ number: Int32) {
        let handler = signal(number, SIG_DFL)
        // Sent to this thread, which may belong to Dispatch and have signals blocked. A signal to the process would be delivered at
        // some later time.
        var set = sigset_t()
        var before = sigset_t()
        sigemptyset(&set)
        sigaddset(&set, number)
        pthread_sigmask(SIG_UNBLOCK, &set, &before)
        raise(number)
        pthread_sigmask(SIG_SETMASK, &before, nil)
        signal(number, handler)
    }

    /// Restores the modes of the terminal before a signal ends or stops the program, and sets `hidden` again when it is
    /// continued. Returns a function that ends that.
    static func restoring(_ original: termios, hidden: termios) -> () -> Void {
        let signals = ending + [SIGTSTP]
        handle(signals) { number in
            var modes = original
            tcsetattr(STDIN_FILENO, TCSANOW, &modes)
            letHappen(number)
            modes = hidden
            tcsetattr(STDIN_FILENO, TCSANOW, &modes)
        }
        return { release(signals) }
    }

    /// Calls `handler` on one queue for each of the signals that arrives from now on. Who handles a signal later replaces it.
    static func handle(_ signals: [Int32], with handler: @escaping @Sendable (Int32) -> Void) {
        handlers.withLock { handlers in for number in signals { handlers[number] = handler } }
        guard reading != nil else { return }
        for number in signals {
            signal(number) { number in
                let before = errno
                var byte = UInt8(truncatingIfNeeded: number)
                _ = systemWrite(Signals.pipe.load(ordering: .relaxed), &byte, 1)
                errno = before
            }
        }
    }

    /// Restores the default actions.
    static func release(_ signals: [Int32]) {
        for number in signals { signal(number, SIG_DFL) }
        handlers.withLock { handlers in for number in signals { handlers[number] = nil } }
    }

    private static let handlers = Mutex<[Int32: @Sendable (Int32) -> Void]>([:])
    /// The end of the pipe that the system's handler writes to. `reading` sets it before there is a handler.
    private static let pipe = Atomic<Int32>(-1)

    /// Reads the pipe until the program ends. `nil` if the process has too many files open: signals keep their default actions then.
    private static let reading: (any DispatchSourceRead)? = {
        var ends: [Int32] = [-1, -1]
        guard systemPipe(&ends) == 0 else { return nil }
        for end in ends {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            // The handler must never wait.
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
        pipe.store(ends[1], ordering: .relaxed)
        let input = ends[0]
        let source = DispatchSource.makeReadSource(fileDescriptor: input, queue: DispatchQueue(label: "signals"))
        source.setEventHandler {
            var number: UInt8 = 0
            while read(input, &number, 1) == 1 {
                // One that arrived just before its handler was released still happens.
                (handlers.withLock { $0[Int32(number)] } ?? letHappen)(Int32(number))
            }
        }
        source.activate()
        return source
    }()
}

/// The system's functions, which members hide.
private func systemWrite(_ file: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    write(file, bytes, count)
}

private func systemPipe(_ ends: UnsafeMutablePointer<Int32>) -> Int32 {
    pipe(ends)
}
