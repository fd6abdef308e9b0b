/// @service
protocol Failures: Sendable {
    /// @get /a
    func get() async throws(ServiceFailure) -> Int
}

struct NoNetwork: Error {}

private struct Broken: ServiceTransport {
    let error: any Error
    func send(_ request: ServiceRequest) async throws -> ServiceAnswer { throw error }
}

func checkFailures() async throws {
    for status in [199, 301, 400, 599] {
        let (client, _) = service([answer(status, "7", headers: ["Retry-After": "3"])])
        do {
            _ = try await HTTPFailures(client).get()
            expect(false)
        } catch .status(let found, let answer) {
            expect(found == status && answer.status == status && answer.header("retry-after") == "3")
        } catch {
            expect(false)
        }
    }
    for body in ["", "x", "null", "\"1\"", "1.5"] {
        let (client, _) = service([answer(200, body)])
        expect(await failure { try await HTTPFailures(client).get() }.hasPrefix("unreadable("))
    }
    var (client, transport) = service([])
    client.transport = Broken(error: NoNetwork())
    expect(await failure { try await HTTPFailures(client).get() } == "unreachable(main.NoNetwork())")
    client.transport = Broken(error: CancellationError())
    expect(await failure { try await HTTPFailures(client).get() } == "cancelled")
    client.transport = transport
    let failures = HTTPFailures(client)
    let task = Task {
        while !Task.isCancelled { await Task.yield() }
        return await failure { try await failures.get() }
    }
    task.cancel()
    expect(await task.value == "cancelled" && transport.lines.isEmpty)
}
