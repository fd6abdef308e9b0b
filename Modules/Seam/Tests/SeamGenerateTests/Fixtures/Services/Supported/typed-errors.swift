enum ReadError: Error, Equatable {
    case notFound
    case cancelled
    case failed(String)

    static func other(_ failure: ServiceFailure) -> ReadError {
        if case .status(let status, _) = failure { .failed("status \(status)") } else { .failed("other") }
    }
}

/// @service
/// @error cancelled ReadError.cancelled
/// @error other ReadError.other(failure)
protocol Reads: Sendable {
    /// @get /a
    /// @error 404 .notFound
    func read(failure: Int?) async throws(ReadError) -> Int
}

func checkTypedErrors() async throws {
    let (client, _) = service([answer(404), answer(500), answer(200, "x"), answer(200, "1")])
    let reads = HTTPReads(client)
    func error(_ failure: Int?) async -> ReadError? {
        do throws(ReadError) {
            _ = try await reads.read(failure: failure)
            return nil
        } catch {
            return error
        }
    }
    expect(await error(1) == .notFound)
    expect(await error(nil) == .failed("status 500"))
    expect(await error(nil) == .failed("other"))
    expect(await error(nil) == nil)
    let task = Task {
        while !Task.isCancelled { await Task.yield() }
        return await error(nil)
    }
    task.cancel()
    expect(await task.value == .cancelled)
}
