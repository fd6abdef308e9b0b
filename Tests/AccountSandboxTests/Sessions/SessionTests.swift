import Foundation
import Testing

@testable import AccountSandbox

// One server at a time: each needs a thread of its own, and their number in a process is limited.
@Suite("Sessions and tokens", .serialized)
struct SessionTests {
    @Test(
        "A token is good for its lifetime and not a moment longer",
        arguments: [(299.9, 200), (300, 401), (1e6, 401)]
    )
    func expiry(seconds: TimeInterval, status: Int) async throws {
        let clock = StoppedClock()
        try await withSandbox(SandboxConfiguration(now: clock.now)) { _, client async throws in
            let token = try await client.token()
            clock.advance(by: seconds)

            #expect(try await client.get("/legacy/users/ada/orders", token: token).status == status)
        }
    }

    @Test("A session outlives its tokens")
    func sessionOutlivesToken() async throws {
        let clock = StoppedClock()
        try await withSandbox(SandboxConfiguration(tokenLifetime: .seconds(5), now: clock.now)) {
            _,
            client async throws in
            let session = try await client.signIn()
            _ = try await client.token(session: session)
            clock.advance(by: 1_000_000)
            let token = try await client.token(session: session)

            #expect(try await client.get("/legacy/users/ada/orders", token: token).status == 200)
        }
    }

    @Test("A sandbox accepts the session and the token that an earlier one on its folder gave")
    func kept() async throws {
        try await withFolder { folder in
            let configuration = SandboxConfiguration(stateFolder: folder)
            let (session, token) = try await withSandbox(configuration) { _, client async throws in
                let session = try await client.signIn()
                return (session, try await client.token(session: session))
            }
            try await withSandbox(configuration) { _, client async throws in
                #expect(try await client.get("/legacy/users/ada/orders", token: token).status == 200)
                #expect(try await client.post("/legacy/token", "session=\(session)").status == 200)
            }
        }
    }

    @Test("A kept token ends when it was to end")
    func keptExpiry() async throws {
        let clock = StoppedClock()
        try await withFolder { folder in
            let configuration = SandboxConfiguration(stateFolder: folder, now: clock.now)
            let token = try await withSandbox(configuration) { _, client async throws in try await client.token() }
            clock.advance(by: 301)
            try await withSandbox(configuration) { _, client async throws in
                #expect(try await client.get("/legacy/users/ada/orders", token: token).status == 401)
            }
        }
    }

    @Test("Two sandboxes on one folder at once lose none of each other's tokens")
    func shared() async throws {
        try await withFolder { folder in
            let configuration = SandboxConfiguration(stateFolder: folder)
            try await withSandbox(configuration) { _, one async throws in
                try await withSandbox(configuration) { _, other async throws in
                    let sessions = try await [one.signIn(), other.signIn()]
                    let tokens = try await withThrowingTaskGroup(of: String.self) { group in
                        for client in [one, other, one, other, one, other] {
                            for session in sessions { group.addTask { try await client.token(session: session) } }
                        }
                        return try await group.reduce(into: []) { $0.append($1) }
                    }
                    for token in tokens {
                        #expect(try await one.get("/legacy/users/grace/orders", token: token).status == 200)
                        #expect(try await other.get("/legacy/users/grace/orders", token: token).status == 200)
                    }
                    // A third one only reads the file.
                    try await withSandbox(configuration) { _, third async throws in
                        for token in tokens {
                            #expect(try await third.get("/legacy/users/grace/orders", token: token).status == 200)
                        }
                    }
                }
            }
        }
    }

    @Test("A change waits while another process is between reading and writing")
    func exclusive() async throws {
        try await withFolder { folder in
            let file = StateFile(folder: folder)
            let store = SessionStore(SandboxConfiguration(stateFolder: folder))
            let lock = try await file.lock()
            var state = SessionState()
            state.sessions["theirs"] = SessionState.Session(user: "ada", begun: 1)
            async let begun = store.begin(for: "ada")
            // Enough time for a change that does not wait.
            for _ in 0..<50 { await Task.yield() }
            try file.write(state)
            lock.release()
            let ours = await begun

            guard case .state(let kept)? = try file.read() else {
                Issue.record("nothing was kept")
                return
            }
            #expect(Set(kept.sessions.keys) == ["theirs", ours])
        }
    }

    @Test("Changes of requests that are cancelled are stored, however many there are")
    func cancelled() async throws {
        let recorder = Recorder()
        try await withFolder { folder in
            let store = SessionStore(SandboxConfiguration(stateFolder: folder, warn: recorder.tell))
            let begun = await withTaskGroup(of: String.self) { group in
                for _ in 0..<100 { group.addTask { await store.begin(for: "ada") } }
                group.cancelAll()
                return await group.reduce(into: Set()) { $0.insert($1) }
            }

            guard case .state(let kept)? = try StateFile(folder: folder).read() else {
                Issue.record("nothing was kept")
                return
            }
            #expect(Set(kept.sessions.keys) == begun)
        }
        #expect(recorder.told == [])
    }

    @Test("A change that is cancelled waits for another process, too")
    func patient() async throws {
        try await withFolder { folder in
            let held = try await StateFile(folder: folder).lock()
            let file = StateFile(folder: folder) {
                try Task.checkCancellation()
                held.release()
            }
            let change = Task {
                withUnsafeCurrentTask { $0?.cancel() }
                try await file.lock().release()
            }

            try await change.value
        }
    }

    @Test("State is for its owner's eyes only, and no file's name tells a secret")
    func modes() async throws {
        try await withFolder { folder in
            let state = folder.appendingPathComponent("new/state")
            let secrets = try await withSandbox(SandboxConfiguration(stateFolder: state)) { _, client async throws in
                let session = try await client.signIn()
                return [session, try await client.token(session: session)]
            }

            #expect(try mode(state) == 0o700)
            let names = try FileManager.default.contentsOfDirectory(atPath: state.path)
            #expect(names.contains("sandbox.json"))
            for name in names {
                #expect(try mode(state.appendingPathComponent(name)) == 0o600)
                #expect(!secrets.contains { name.contains($0) })
            }
        }
    }

    @Test(
        "State that can't be read is set aside, never deleted, and a new one begun",
        arguments: ["", "{", "[]", "\u{0}\u{1}", #"{"sessions":{"a":1},"tokens":{}}"#]
    )
    func corrupt(contents: String) async throws {
        let recorder = Recorder()
        try await withFolder { folder in
            let file = folder.appendingPathComponent("sandbox.json")
            try Data(contents.utf8).write(to: file)
            try Data("older".utf8).write(to: folder.appendingPathComponent("sandbox.json.corrupt-1"))
            let configuration = SandboxConfiguration(stateFolder: folder, warn: recorder.tell)
            let token = try await withSandbox(configuration) { _, client async throws in try await client.token() }

            let older = try Data(contentsOf: folder.appendingPathComponent("sandbox.json.corrupt-1"))
            #expect(String(decoding: older, as: UTF8.self) == "older")
            let aside = try Data(contentsOf: folder.appendingPathComponent("sandbox.json.corrupt-2"))
            #expect(String(decoding: aside, as: UTF8.self) == contents)
            #expect(recorder.told.count == 1)
            #expect(recorder.told.first?.contains("sandbox.json.corrupt-2") == true)
            try await withSandbox(configuration) { _, client async throws in
                #expect(try await client.get("/legacy/users/ada/orders", token: token).status == 200)
            }
        }
    }

    @Test("Without a folder to write to the sandbox works from memory and warns once")
    func unwritable() async throws {
        let recorder = Recorder()
        try await withFolder { folder in
            // A folder can't be created below a regular file, not even by root.
            let file = folder.appendingPathComponent("file")
            try Data().write(to: file)
            let state = file.appendingPathComponent("state")
            try await withSandbox(SandboxConfiguration(stateFolder: state, warn: recorder.tell)) {
                _,
                client async throws in
                let token = try await client.token()

                #expect(try await client.get("/legacy/users/ada/orders", token: token).status == 200)
            }
        }
        #expect(recorder.told.count == 1)
        #expect(recorder.told.first?.contains("memory only") == true)
    }

    @Test("A session kept in a folder where nothing can be written any more is still good")
    func readOnly() async throws {
        try await withFolder { folder in
            let configuration = SandboxConfiguration(stateFolder: folder)
            let session = try await withSandbox(configuration) { _, client async throws in try await client.signIn() }
            // A folder in place of the lock stops root too.
            let lock = folder.appendingPathComponent("sandbox.lock")
            try FileManager.default.removeItem(at: lock)
            try FileManager.default.createDirectory(at: lock, withIntermediateDirectories: false)
            let before = try Data(contentsOf: folder.appendingPathComponent("sandbox.json"))
            try await withSandbox(configuration) { _, client async throws in
                let token = try await client.token(session: session)

                #expect(try await client.get("/legacy/users/ada/orders", token: token).status == 200)
            }
            #expect(try Data(contentsOf: folder.appendingPathComponent("sandbox.json")) == before)
        }
    }

    @Test("What was kept in memory is written when writing works again")
    func recovers() async throws {
        let recorder = Recorder()
        try await withFolder { folder in
            let state = folder.appendingPathComponent("state")
            try Data().write(to: state)
            let configuration = SandboxConfiguration(stateFolder: state, warn: recorder.tell)
            let token = try await withSandbox(configuration) { _, client async throws in
                let token = try await client.token()
                try FileManager.default.removeItem(at: state)
                _ = try await client.signIn()
                return token
            }
            try await withSandbox(configuration) { _, client async throws in
                #expect(try await client.get("/legacy/users/ada/orders", token: token).status == 200)
            }
        }
    }

    @Test("Tokens that are over and the oldest of very many sessions are forgotten")
    func pruned() {
        var state = SessionState()
        for number in 0..<12 {
            state.sessions["\(number)"] = SessionState.Session(user: "ada", begun: Double(number))
            state.tokens["\(number)"] = SessionState.Token(user: "ada", expires: Double(number))
        }
        state.prune(now: 5, limit: 10)

        #expect(Set(state.sessions.keys) == Set((2..<12).map(String.init)))
        #expect(Set(state.tokens.keys) == Set((6..<12).map(String.init)))
    }

    private func mode(_ file: URL) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
    }
}
