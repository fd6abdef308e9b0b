import Foundation
@preconcurrency import LegacyAccount
import Testing

@Suite("AccountService ends in time", .timeLimit(.minutes(15)))
struct WatchdogTests {
    @Test("A call that gets nowhere ends, with what was kept", arguments: slowReplies)
    func slowAnswer(_ row: SlowReply) async {
        await #expect(processExitsWith: .success) { [row = row as SlowReply] in
            try await withService { store, folder in
                _ = await fetchOrders()
                let before = try copies(in: folder)
                configureService(store.url, folder) { $0.timeout = 1 }
                store.misbehave(LegacyStore.getOrders, row.isEndless ? .pour(row.start) : .stall(row.start))
                let answer = await fetchOrders()
                #expect(answer.data == LegacyStore.orders)
                #expect(answer.error == .timeout || row.isEndless && answer.error == .badResponse)
                #expect(try copies(in: folder) == before)
            }
        }
    }

    @Test("A sign-in that gets nowhere is a time-out")
    func slowSignIn() async {
        await #expect(processExitsWith: .success) {
            try await withService { store, folder in
                configureService(store.url, folder) { $0.timeout = 1 }
                store.misbehave(LegacyStore.login, .stall(""))
                let answer = await fetchOrders()
                #expect(answer.data == nil && answer.error == .timeout)
                #expect(await AccountService.shared.signIn() == .timeout)
            }
        }
    }

    @Test("An exchange that gets nowhere is a time-out")
    func slowExchange() async {
        await #expect(processExitsWith: .success) {
            try await withService { store, folder in
                configureService(store.url, folder) { $0.timeout = 1 }
                store.misbehave(LegacyStore.exchange, .stall("HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\n{"))
                #expect(await fetchOrders().error == .timeout)
            }
        }
    }

    @Test("After an endless body the next call is answered, and the memory is not full")
    func afterwards() async {
        await #expect(processExitsWith: .success) {
            try await withService { store, folder in
                configureService(store.url, folder) { $0.timeout = 3 }
                store.misbehave(LegacyStore.getOrders, .pour("HTTP/1.1 200 OK\r\n\r\n"))
                #expect(await fetchOrders().error != nil)
                store.change { $0.misbehaviour = [:] }
                configureService(store.url, folder)
                #expect(await fetchOrders().error == nil)
                let peak = try peakMegabytes()
                #expect(peak < 250)
            }
        }
    }
}

/// A response that does not end.
struct SlowReply: Codable, Sendable, CustomTestStringConvertible {
    let testDescription: String
    let start: String
    var isEndless = false
}

let slowReplies = [
    SlowReply(testDescription: "silence", start: ""),
    SlowReply(testDescription: "half a head", start: "HTTP/1.1 200 OK\r\nContent-"),
    SlowReply(testDescription: "a head without a body", start: "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n"),
    SlowReply(
        testDescription: "a body that stalls",
        start: "HTTP/1.1 200 OK\r\nContent-Length: 5000\r\n\r\n{\"status\":\"OK\""
    ),
    SlowReply(testDescription: "a body without end", start: "HTTP/1.1 200 OK\r\n\r\n", isEndless: true),
]

/// Returns the peak memory of this process, in MB.
///
/// On Linux it comes from the kernel's own statistics, because the value from `getrusage` there begins with the memory of the
/// parent process.
func peakMegabytes() throws -> Int {
    #if os(Linux)
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") })
        let kilobytes = try #require(line.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) })
        return kilobytes / 1024
    #else
        var usage = rusage()
        getrusage(RUSAGE_SELF, &usage)
        return usage.ru_maxrss / 1024 / 1024
    #endif
}
