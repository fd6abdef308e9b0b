import Foundation
import Glibc
import Synchronization

/// A Mosquitto of its own for one test, on loopback, with a user `ada`, who may read what is hers, and a user `store`, who may
/// publish. What it retains survives `stop()` and `start()`, but not `kill()`.
final class BrokerProcess: Sendable {
    let port: UInt16
    /// The port for encrypted connections, if there are certificates.
    let encryptedPort: UInt16
    private let folder: URL
    private let running = Mutex<Running?>(nil)

    /// The process, which only this file uses, under a lock.
    private struct Running: @unchecked Sendable {
        let process: Process
        let log: BrokerLog
    }

    struct Failed: Error, CustomStringConvertible {
        let description: String
    }

    /// Runs `body` with a broker, and ends it.
    static func with<Value>(
        _ certificates: Certificates? = nil,
        _ body: (BrokerProcess) async throws -> Value
    ) async throws -> Value {
        let broker = try BrokerProcess(certificates)
        defer { broker.remove() }
        try await broker.start()
        try broker.createUsers()
        return try await body(broker)
    }

    private init(_ certificates: Certificates?) throws {
        (port, encryptedPort) = (try Ports.free(), try Ports.free())
        folder = FileManager.default.temporaryDirectory.appending(path: "broker-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        var lines = ["listener \(port) 127.0.0.1"]
        if let certificates {
            lines += [
                "listener \(encryptedPort) 127.0.0.1",
                "certfile \(certificates.server.path)", "keyfile \(certificates.key.path)",
            ]
        }
        lines += [
            "allow_anonymous false", "plugin \(try Self.dynamicSecurity())",
            "plugin_opt_config_file \(folder.path)/users.json",
            "persistence true", "persistence_location \(folder.path)/", "max_queued_messages 20000",
            "log_dest stderr", "log_type error", "log_type information", "log_type notice", "log_type subscribe",
            "log_type unsubscribe",
        ]
        if getuid() == 0 { lines.append("user root") }
        try (lines.joined(separator: "\n") + "\n")
            .write(to: folder.appending(path: "mosquitto.conf"), atomically: true, encoding: .utf8)
        try run("mosquitto_ctrl", "dynsec", "init", "\(folder.path)/users.json", "admin", Self.adminPassword)
    }

    private static func dynamicSecurity() throws -> String {
        for folder in try FileManager.default.contentsOfDirectory(atPath: "/usr/lib") {
            let path = "/usr/lib/\(folder)/mosquitto_dynamic_security.so"
            if FileManager.default.fileExists(atPath: path) { return path }
        }
        throw Failed(description: "no mosquitto_dynamic_security.so below /usr/lib: apt-get install mosquitto")
    }

    // MARK: - The process

    /// Starts the broker, and returns when it listens.
    func start() async throws {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.environment = ["PATH": "/usr/local/sbin:/usr/sbin:/usr/local/bin:/usr/bin:/bin"]
        process.arguments = ["mosquitto", "-c", folder.appending(path: "mosquitto.conf").path]
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        let errors = Pipe()
        process.standardError = errors
        let log = BrokerLog(errors)
        try launch(process)
        running.withLock { $0 = Running(process: process, log: log) }
        try await log.next(" running")
    }

    /// Starts a process that SIGTERM reaches. A thread of a task blocks signals, and a process inherits that.
    private func launch(_ process: Process) throws {
        var (none, before) = (sigset_t(), sigset_t())
        sigemptyset(&none)
        pthread_sigmask(SIG_SETMASK, &none, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        try process.run()
    }

    /// Ends the broker, which stores what it retains.
    func stop() { end(SIGTERM) }

    /// Ends the broker at once.
    func kill() { end(SIGKILL) }

    private func end(_ signal: Int32) {
        let ended: Running? = running.withLock { running in
            defer { running = nil }
            return running
        }
        guard let process = ended?.process else { return }
        _ = Glibc.kill(process.processIdentifier, signal)
        process.waitUntilExit()
    }

    private func remove() {
        kill()
        try? FileManager.default.removeItem(at: folder)
    }

    /// Waits until the broker logs a line that contains `text`, and forgets it and the lines before it.
    func waitForLog(_ text: String) async throws { try await running.withLock { $0?.log }?.next(text) }

    // MARK: - What the store does

    /// Publishes a message that is retained, with a client that is not ours.
    func publish(_ payload: Data, to topic: String) throws {
        try run(pub(as: "store", "store") + ["-r", "-t", topic, "-s"], input: payload)
    }

    /// Publishes each line of a file as a message that is not retained.
    func publish(linesOf file: URL, to topic: String) throws {
        try run(pub(as: "store", "store") + ["-t", topic, "-l"], file: file)
    }

    /// Returns a file in a folder that is removed with the broker.
    func file(_ name: String) -> URL { folder.appending(path: name) }

    /// Changes the password of `ada`. The broker closes her connections.
    func setPassword(_ password: String) throws {
        try command([["command": "setClientPassword", "username": "ada", "password": password]])
    }

    private func createUsers() throws {
        func allow(_ type: String, _ topic: String) -> [String: Any] {
            ["acltype": type, "topic": topic, "allow": true]
        }
        try command([
            [
                "command": "createRole", "rolename": "ada",
                "acls": [allow("subscribePattern", "users/ada/#"), allow("subscribeLiteral", "store/status")],
            ],
            [
                "command": "createRole", "rolename": "store",
                "acls": [allow("publishClientSend", "users/#"), allow("publishClientSend", "store/#")],
            ],
            ["command": "createClient", "username": "ada", "password": "t-1", "roles": [["rolename": "ada"]]],
            [
                "command": "createClient", "username": "store", "password": "store",
                "roles": [["rolename": "store"]],
            ],
        ])
    }

    private func command(_ commands: [[String: Any]]) throws {
        let message = try JSONSerialization.data(withJSONObject: ["commands": commands])
        try run(
            pub(as: "admin", Self.adminPassword) + ["-t", "$CONTROL/dynamic-security/v1", "-s"],
            input: message
        )
    }

    private func pub(as user: String, _ password: String) -> [String] {
        ["mosquitto_pub", "-h", "127.0.0.1", "-p", "\(port)", "-u", user, "-P", password, "-q", "1"]
    }

    private static let adminPassword = "only-in-tests"
}

/// What a broker logs.
private final class BrokerLog: Sendable {
    private let unread = Mutex("")
    private let changes: AsyncStream<Bool>
    private let change: AsyncStream<Bool>.Continuation

    init(_ pipe: Pipe) {
        (changes, change) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
        read(pipe) { [self] text in
            if let text { unread.withLock { $0 += text } }
            change.yield(text != nil)
        }
    }

    /// Waits for a line.
    func next(_ text: String) async throws {
        if take(text) { return }
        for await isOpen in changes {
            if take(text) { return }
            if !isOpen { break }
        }
        throw BrokerProcess.Failed(description: "Mosquitto did not log '\(text)': \(unread.withLock(\.self))")
    }

    private func take(_ text: String) -> Bool {
        unread.withLock { unread in
            guard let range = unread.range(of: text) else { return false }
            unread = String(unread[range.upperBound...])
            return true
        }
    }
}
