#if Account
    package import FlyingSocks
    import Foundation

    extension AsyncSocket {
        /// Performs `body`, and ends the connection if that takes longer than `limit`, so that a peer that sends or reads slowly
        /// doesn't hold it.
        package func within<Value>(
            _ limit: Duration,
            isolation: isolated (any Actor)? = #isolation,
            _ body: () async throws -> Value
        ) async throws -> Value {
            let alarm = Task { [file = socket.file.rawValue] in
                // The limit is measured in real time: it protects against a real peer.
                guard (try? await Task.sleep(for: limit)) != nil else { return }
                shutdown(file, Int32(SHUT_RDWR))
            }
            let result: Result<Value, any Error>
            do { result = .success(try await body()) } catch { result = .failure(error) }
            alarm.cancel()
            // Otherwise it could end a later connection that has got the same number.
            await alarm.value
            return try result.get()
        }

        /// Returns what `body` returns; `nil` if the peer closes the connection before, or sends something that nobody waits for.
        /// `body` is cancelled then.
        package func untilPeerEnds<Value: Sendable>(_ body: @escaping @Sendable () async -> Value) async -> Value? {
            await withTaskGroup(of: Value?.self) { group in
                group.addTask { await body() }
                group.addTask {
                    _ = try? await read(atMost: 1)
                    return nil
                }
                defer { group.cancelAll() }
                return await group.next() ?? nil
            }
        }
    }
#endif
