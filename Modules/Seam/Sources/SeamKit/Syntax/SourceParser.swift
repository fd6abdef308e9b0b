import Foundation
import SwiftParser
package import SwiftSyntax
import Synchronization

/// Limits for files that come with a tree. They are far above what people write, and far below what a machine can't hold.
package enum SourceLimits {
    /// The maximum size of a source or a manifest in bytes.
    package static let size = 8 << 20
    /// The maximum size of a `seam.yml` in bytes: each of its rules is compared with each file.
    package static let rulesSize = 1 << 20
    /// The maximum size of a baseline or an Xcode project in bytes.
    package static let listSize = 32 << 20
    /// The maximum size of what this tool has stored or reported in bytes.
    package static let storedSize = 1 << 30
    /// The maximum number of tokens in one statement: the depth of the tree of a chain of calls or operators.
    static let chain = 20_000
    /// The maximum number of brackets, interpolations and `#if` that are open at one place. The parser ends at this level itself.
    static let levels = 256
    /// The maximum nesting of what the parser looks ahead over repeatedly: square brackets, interpolations, and the arguments of
    /// attributes. Each level takes it nearly twice the time of the one before.
    static let lookahead = 12
}

/// The one place where Swift code is parsed: files of the tree, and code that was made of their parts.
///
/// The parser's time isn't linear for all inputs. What the scanner sees to exceed a limit is not parsed at all. As it can't see
/// everything (`switch a (A)! switch a (A)! ...`), everything is parsed on a thread of its own, and nobody waits for that forever.
package enum SourceParser {
    /// Returns the tree of a text; nil if it exceeds a limit.
    package static func tree(of text: String) -> SourceFileSyntax? {
        var text = text
        return text.withUTF8 { tree(of: $0) }
    }

    /// Returns the tree of bytes that are UTF-8; nil if they exceed a limit.
    package static func tree(of bytes: UnsafeBufferPointer<UInt8>) -> SourceFileSyntax? {
        guard bytes.count <= SourceLimits.size, !ByteScanner.sketch(of: bytes).isTooDeep else { return nil }
        return read(bytes) { tree, _ in tree }
    }

    /// Parses bytes that are within the limits, and reads something of the tree. Returns nil if that takes too long.
    ///
    /// - Parameter body: called with the tree, and the bytes while it runs.
    static func read<Value: Sendable>(
        _ bytes: UnsafeBufferPointer<UInt8>,
        body: @escaping @Sendable (SourceFileSyntax, UnsafeBufferPointer<UInt8>) -> Value
    ) -> Value? {
        read(bytes) { bytes in body(Parser.parse(source: bytes), bytes) }
    }

    private static func read<Value: Sendable>(
        _ bytes: UnsafeBufferPointer<UInt8>,
        body: @escaping @Sendable (UnsafeBufferPointer<UInt8>) -> Value
    ) -> Value? {
        let copy = Array(bytes)
        return Deadline.value(within: 8, andFor: bytes.count) { copy.withUnsafeBufferPointer(body) }
    }

    /// Returns the problem of a source that can't be read whole; nil if it can.
    ///
    /// - Parameter tree: its tree; nil if it exceeds a limit.
    package static func problem(of path: String, tree: SourceFileSyntax?) -> SourceProblem? {
        guard let tree else { return tooDeep(path) }
        guard tree.hasError else { return nil }
        let line = tree.errorPosition.map { SourceLocationConverter(fileName: path, tree: tree).location(for: $0).line }
        return SourceProblem(path: path, line: line ?? 1, kind: .syntax, message: "does not parse")
    }

    static func tooDeep(_ path: String) -> SourceProblem {
        SourceProblem(path: path, kind: .depth, message: "nested or chained too deeply to be parsed")
    }

    static func tooLong(_ path: String) -> SourceProblem {
        SourceProblem(path: path, kind: .time, message: "takes too long to be parsed")
    }
}

/// Work that may take too long.
enum Deadline {
    /// How often something took too long. Each time the seconds are halved, so that many such files don't add up.
    private static let missed = Mutex(0)
    /// The threads that have nothing to do. To start one takes longer than to parse a small file.
    private static let idle = Mutex<[Runner]>([])

    /// Returns the value of `body`, or nil if that takes too long.
    ///
    /// Nothing can end a thread, so one that takes too long runs on until the process ends. Nobody sees what it computes.
    ///
    /// - Parameters:
    ///   - seconds: the time that `body` may take.
    ///   - size: the bytes that it reads; each 200,000 of them have another second.
    static func value<Value: Sendable>(
        within seconds: Double,
        andFor size: Int,
        body: @escaping @Sendable () -> Value
    ) -> Value? {
        let box = Box<Value>()
        let done = DispatchSemaphore(value: 0)
        let runner = idle.withLock { $0.popLast() } ?? Runner()
        runner.run {
            box.set(body())
            done.signal()
        }
        let limit = missed.withLock { max(0.5, seconds / Double(1 << min($0, 16))) } + Double(size) / 200_000
        if done.wait(timeout: .now() + limit) == .success {
            idle.withLock { $0.append(runner) }
            return box.value
        }
        missed.withLock { $0 += 1 }
        return nil
    }

    /// A thread that runs one piece of work after the other.
    private final class Runner: Sendable {
        private let next = Mutex<(@Sendable () -> Void)?>(nil)
        private let hasNext = DispatchSemaphore(value: 0)

        init() {
            let thread = Thread { [self] in
                while true {
                    hasNext.wait()
                    next.withLock { $0.take() }?()
                }
            }
            thread.stackSize = Workers.stackSize
            thread.start()
        }

        func run(_ work: @escaping @Sendable () -> Void) {
            next.withLock { $0 = work }
            hasNext.signal()
        }
    }

    private final class Box<Value: Sendable>: Sendable {
        private let content = Mutex<Value?>(nil)
        var value: Value? { content.withLock { $0 } }

        func set(_ value: Value) { content.withLock { $0 = value } }
    }
}
