import AccountSandbox
import Dispatch
import Foundation
import Subprocess
import Testing

/// The `account` command as a person runs it: in a process of its own, with a state folder of its own.
struct AccountProcess {
    /// The result of a run.
    struct Ended {
        let status: TerminationStatus
        let output: String
        let error: String

        /// The exit code; `nil` if a signal ended the process.
        var code: Int32? { if case .exited(let code) = status { code } else { nil } }

        /// Standard output as one JSON document.
        var json: [String: Any] {
            get throws {
                try #require(JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any])
            }
        }
    }

    /// The product that `swift test` has just built, in the same folder as the tests.
    static var executable: URL { Bundle.main.bundleURL.appending(path: "account") }

    /// The state folder of all runs through this value.
    let state: URL
    /// The limit for processes at the same time, which most tests share.
    var turns = AccountProcess.usualTurns

    /// Runs `account` with `arguments`, in English, in UTC. The process is killed after `limit`, which is not a measurement: a
    /// run that does not end by itself fails the test.
    ///
    /// `timeout` is the seconds of `--timeout`, if `arguments` have none: more than a person would wait, because all tests share
    /// the machine. With `nil` the program's own default holds.
    func callAsFunction(
        _ arguments: String...,
        input: String = "",
        environment: [Environment.Key: String?] = [:],
        timeout: Int? = 60,
        limit: Duration = .seconds(240)
    ) async throws -> Ended {
        try await run(arguments, input: input, environment: environment, timeout: timeout, limit: limit)
    }

    /// Runs `account` like `callAsFunction`; `wrapper` is a command that runs it, such as one that removes rights.
    func run(
        _ arguments: [String],
        input: String = "",
        through wrapper: [String] = [],
        environment: [Environment.Key: String?] = [:],
        timeout: Int? = 60,
        limit: Duration = .seconds(240)
    ) async throws -> Ended {
        let isScreen = arguments.first != "sandbox"
        let given = Set(arguments)
        let options = [
            ("--locale", "en_GB"), ("--time-zone", "UTC"), ("--state", state.path),
            ("--timeout", timeout.map(String.init)),
        ]
        let common = options.filter { isScreen && !given.contains($0.0) }
            .flatMap { name, value in value.map { [name, $0] } ?? [] }
        let command = wrapper + [Self.executable.path] + arguments + common
        let environment = Environment.inherit.updating(
            ["NO_COLOR": nil, "COLUMNS": "100", "PAGER": "cat"].merging(environment) { $1 }
        )
        return try await turns.take {
            try await Self.ended(command, input, environment, limit)
        }
    }

    /// Signs in as a customer of the sandbox.
    func signIn(as user: String, server: String? = nil, flags: [String] = []) async throws -> Ended {
        let accounts = [SandboxAccount.demo, .other] + SandboxAccount.samples
        let account = try #require(accounts.first { $0.user == user })
        let arguments = ["sign-in", "--login", account.login, "--password-stdin"] + flags
        return try await run(arguments + (server.map { ["--server", $0] } ?? []), input: account.password + "\n")
    }

    /// Tests run in parallel; starting as many processes at once as there are tests would only measure the machine.
    static let usualTurns = Turns(4)

    private static func ended(
        _ command: [String],
        _ input: String,
        _ environment: Environment,
        _ limit: Duration
    ) async throws -> Ended {
        let run = Task {
            let result = try await Subprocess.run(
                .name("env"),
                arguments: Arguments(command),
                environment: environment,
                input: .string(input),
                output: .string(limit: 1 << 27),
                error: .string(limit: 1 << 20)
            )
            return Ended(
                status: result.terminationStatus,
                output: result.standardOutput,
                error: result.standardError
            )
        }
        // Cancelling kills the process.
        let watch = DispatchWorkItem { run.cancel() }
        DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(Int(limit.components.seconds)), execute: watch)
        defer { watch.cancel() }
        let ended = await withTaskCancellationHandler {
            await run.result
        } onCancel: {
            run.cancel()
        }
        try #require(!run.isCancelled, "account \(command.dropFirst()) did not end within \(limit)")
        return try ended.get()
    }
}

/// Runs a limited number of bodies at the same time; the others wait for their turn.
actor Turns {
    private var free: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(_ count: Int) {
        free = count
    }

    nonisolated func take<Result: Sendable>(_ body: @Sendable () async throws -> Result) async throws -> Result {
        await begin()
        do {
            let result = try await body()
            await end()
            return result
        } catch {
            await end()
            throw error
        }
    }

    func begin() async {
        if free > 0 {
            free -= 1
        } else {
            await withCheckedContinuation { waiting.append($0) }
        }
    }

    func end() {
        if waiting.isEmpty {
            free += 1
        } else {
            waiting.removeFirst().resume()
        }
    }
}

/// Creates a folder for one test, and deletes it afterwards.
func withFolder<Result>(_ body: (URL) async throws -> Result) async throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appending(path: "seam-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try await body(folder)
}

/// Returns every file below `folder` with its contents, so that a test can check that nothing has changed.
func contents(of folder: URL) throws -> [String: Data] {
    var contents: [String: Data] = [:]
    for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path) {
        let file = folder.appending(path: path)
        if let data = try? Data(contentsOf: file) { contents[path] = data }
    }
    return contents
}

extension AccountProcess {
    /// Returns the lines that `account` prints with `arguments` until `isEnough`, which is asked after each line. The process is
    /// then interrupted; `check` looks at how it ended.
    func lines(
        of arguments: [String],
        until isEnough: @escaping @Sendable ([String]) async throws -> Bool,
        ended check: (TerminationStatus) -> Void = { _ in }
    ) async throws -> [String] {
        let result = try await Subprocess.run(
            .name("env"),
            arguments: Arguments([Self.executable.path] + arguments + ["--state", state.path]),
            input: .none,
            output: .sequence,
            error: .discarded
        ) { execution in
            var lines: [String] = []
            for try await line in execution.standardOutput.strings() {
                lines.append(line.trimmingCharacters(in: .newlines))
                if try await isEnough(lines) { break }
            }
            try execution.send(signal: .interrupt)
            return lines
        }
        check(result.terminationStatus)
        return result.closureResult
    }
}
