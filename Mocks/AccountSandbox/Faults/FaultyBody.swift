#if Account
    import FlyingSocks
    import Foundation

    /// A body that begins correctly and is then broken off or never ends.
    struct FaultyBody: AsyncBufferedSequence {
        enum Ending: Sendable {
            /// The connection is closed.
            case closed
            /// Nothing follows; the connection is closed after `SlowClients.patience`.
            case silence
            /// Spaces, about 1 MB a second.
            case endless
        }

        struct Closed: Error {}

        let start: Data
        let ending: Ending

        func makeAsyncIterator() -> Iterator {
            Iterator(rest: start, ending: ending)
        }

        struct Iterator: AsyncBufferedIteratorProtocol {
            fileprivate var rest: Data
            fileprivate let ending: Ending

            mutating func next() async throws -> UInt8? {
                try await nextBuffer(suggested: 1)?.first
            }

            mutating func nextBuffer(suggested count: Int) async throws -> Data? {
                if !rest.isEmpty {
                    let buffer = Data(rest.prefix(count))
                    rest = rest.dropFirst(buffer.count)
                    return buffer
                }
                switch ending {
                case .closed:
                    throw Closed()
                case .silence:
                    // The silence is the fault; a client ends it by closing the connection.
                    try await Task.sleep(for: SlowClients.patience)
                    throw Closed()
                case .endless:
                    // The body is endless for the client, but this loop must not use all of the processor.
                    try await Task.sleep(for: .milliseconds(50))
                    return Data(repeating: UInt8(ascii: " "), count: 50_000)
                }
            }
        }
    }

    /// How long a connection that hangs on purpose stays open, so that connections of clients without a time limit don't pile
    /// up.
    enum SlowClients {
        static let patience = Duration.seconds(600)
    }
#endif
