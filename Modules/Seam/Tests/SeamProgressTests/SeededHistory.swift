import Foundation

/// A git repository that a script makes with a seed, and what the script knows about the uses at each of its commits.
final class SeededHistory {
    /// What a count is about. Singletons have the number under which the script knows them.
    struct Key: Hashable, Comparable, CustomStringConvertible {
        var singleton: Int
        var member: String
        var module: String
        var state: String
        var reason: String

        var description: String { "\(singleton).\(member) in \(module): \(state) \(reason)" }
        static func < (first: Key, second: Key) -> Bool { first.description < second.description }
    }

    private struct Single {
        var name: String
        var module = "Core"
        var isRetired = false
    }

    private struct Caller {
        enum Form: String {
            case direct, taken, passed, byProtocol
        }

        /// Its number, which stays when everything else changes.
        var id: Int
        var name: String
        var module: String
        var file: String
        var singleton: Int
        var form = Form.direct
        /// Which of the ways to fall back it has.
        var variant = 0
        /// Whether somebody makes it without an instance while it has a default.
        var isMade = false
        /// The member of each function; a function whose use is left on purpose has a comment.
        var members: [(function: Int, member: Int, isLeft: Bool)] = []
    }

    let root = FileManager.default.temporaryDirectory.appending(path: "seam-history-\(UUID().uuidString)")
    /// What the script knows at each commit of the main line, oldest first.
    private(set) var expected: [[Key: Int]] = []
    /// Those of them that are in their state since before a build with tests passed.
    private(set) var verified: [[Key: Int]] = []
    /// The calls that rely on a default at each of them, by singleton.
    private(set) var calls: [[Int: Int]] = []
    /// The commits at which a build with tests has passed.
    private(set) var passes: [String] = []
    /// The names of the singletons at the last commit.
    var names: [String] { singles.map(\.name) }

    private var random: Numbers
    private var singles = [Single(name: "Log"), Single(name: "Store"), Single(name: "Flags")]
    private var callers: [Caller] = []
    private var nextName = 0
    /// The singletons that were renamed or retired since the last commit of the main line.
    private var changed: Set<Int> = []
    /// The callers whose type, file or module got another name since then. A second name at once is another caller to everybody.
    private var renamed: Set<Int> = []
    /// The files of each commit of the main line, and its uses by a name that they keep.
    private var states: [(files: [String: String], uses: [String: Key])] = []
    /// The commits of the main line at which a build has passed, and the marks under which that is recorded.
    private var passed: [(commit: Int, mark: Int)] = []
    private var time = 1_735_689_600  // 2025-01-01
    private var stream = ""
    private var mark = 0

    init(seed: UInt64, commits: Int) throws {
        random = Numbers(state: seed)
        for _ in 0..<6 { addCaller() }
        commit("Begin", parents: [])
        while expected.count < commits {
            if random.next(12) == 0 {
                merge()
            } else {
                for _ in 0...random.next(3) { change() }
                commit("Change")
            }
        }
        verify()
        try write()
    }

    deinit { try? FileManager.default.removeItem(at: root) }

    // MARK: Changes

    private func addCaller() {
        nextName += 1
        let module = ["App", "Shop"][random.next(2)]
        var caller = Caller(
            id: nextName,
            name: "Caller\(nextName)",
            module: module,
            file: "File\(nextName)",
            singleton: random.next(singles.count)
        )
        caller.variant = random.next(3)
        caller.isMade = random.next(2) == 0
        if singles[caller.singleton].isRetired { caller.form = .passed }
        for _ in 0...random.next(3) { addUse(&caller) }
        callers.append(caller)
    }

    private func addUse(_ caller: inout Caller) {
        nextName += 1
        caller.members.append((nextName, random.next(3), random.next(6) == 0))
    }

    private func change() {
        let index = random.next(callers.count)
        nextName += 1
        switch random.next(13) {
        case 0: addCaller()
        case 1 where callers.count > 4: callers.remove(at: index)
        case 2, 3: addUse(&callers[index])
        case 4, 5: if !callers[index].members.isEmpty { callers[index].members.removeFirst() }
        case 6, 7: advance(index)
        case 8...10: renameCaller(index)
        case 11: rename()
        default: retire()
        }
    }

    private func renameCaller(_ index: Int) {
        guard renamed.insert(callers[index].id).inserted else { return }
        switch random.next(3) {
        case 0: callers[index].file = "Renamed\(nextName)"
        case 1: callers[index].name = "Caller\(nextName)"
        default: callers[index].module = callers[index].module == "App" ? "Shop" : "App"
        }
    }

    /// One step on the way: from the accessor to a default, to an argument, to a protocol.
    private func advance(_ index: Int) {
        switch callers[index].form {
        case .direct: callers[index].form = .taken
        case .taken: callers[index].form = .passed
        case .passed: callers[index].form = .byProtocol
        case .byProtocol: break
        }
    }

    private func rename() {
        let number = random.next(singles.count)
        // The name of a type without an accessor is all that is known of it, so it stays.
        guard !singles[number].isRetired, changed.insert(number).inserted else { return }
        singles[number].name += "X"
    }

    /// Takes the accessor of a singleton away, if all of its callers get an instance. At least one stays.
    private func retire() {
        let number = random.next(singles.count)
        guard singles.count(where: { !$0.isRetired }) > 1, !singles[number].isRetired,
            changed.insert(number).inserted
        else { return }
        for index in callers.indices where callers[index].singleton == number {
            if [.direct, .taken].contains(callers[index].form) { callers[index].form = .passed }
        }
        singles[number].isRetired = true
    }

    /// A branch with two commits that is merged: they count at the merge.
    private func merge() {
        let base = mark
        for _ in 0..<2 {
            change()
            emit("On a branch", parents: [mark])
        }
        commit("Merge", parents: [base, mark])
    }

    private func commit(_ subject: String, parents: [Int]? = nil) {
        emit(subject, parents: parents ?? [mark])
        (changed, renamed) = ([], [])
        // A merge has the files of the last commit on its branch, so it doesn't matter at which of the two a build has passed.
        if random.next(6) == 0 { passed.append((states.count, parents?.last ?? mark)) }
        states.append((sources(), uses()))
        expected.append(Self.counts(states[states.count - 1].uses))
        let relying = callers.filter { $0.form == .taken && $0.isMade }
        calls.append(Dictionary(relying.map { ($0.singleton, 1) }, uniquingKeysWith: +))
    }

    // MARK: Sources

    private func sources() -> [String: String] {
        var files = [
            "Package.swift": """
            // swift-tools-version: 6.0
            import PackageDescription
            let package = Package(name: "Made", targets: [
                .target(name: "Core"), .target(name: "App", dependencies: ["Core", "Shop"]),
                .target(name: "Shop", dependencies: ["Core"]),
            ])

            """
        ]
        for (number, single) in singles.enumerated() {
            let accessor = single.isRetired ? "public init() {}" : "public static let shared = \(single.name)()"
            files["Sources/Core/Single\(number).swift"] = """
                public protocol Doing\(number) { func m0(); func m1(); func m2() }
                public final class \(single.name): Doing\(number) {
                    \(accessor)
                    private var count = 0
                    public func m0() { count += 1 }
                    public func m1() { count += 2 }
                    public func m2() { count += 3 }
                }

                """
        }
        for caller in callers { files["Sources/\(caller.module)/\(caller.file).swift"] = text(caller) }
        let made = callers.filter { $0.form == .passed || $0.form == .byProtocol }
        let relying = callers.filter { $0.form == .taken && $0.isMade }
        let calls =
            made.map { "func make\($0.id)() { _ = \($0.name)(it: \(singles[$0.singleton].name)\(instance($0))) }" }
            + relying.map { "func make\($0.id)() { _ = \($0.name)() }" }
        files["Sources/App/Root.swift"] = "import Core\nimport Shop\n\(calls.joined(separator: "\n"))\n"
        return files
    }

    private func instance(_ caller: Caller) -> String { singles[caller.singleton].isRetired ? "()" : ".shared" }

    private func text(_ caller: Caller) -> String {
        let type = singles[caller.singleton].name
        var lines = ["import Core", "public final class \(caller.name) {"]
        switch caller.form {
        case .direct: break
        case .taken:
            // A default, an optional that is resolved in the body, and the late read of a cut.
            switch caller.variant {
            case 0: lines += ["let it: \(type)", "public init(it: \(type) = .shared) { self.it = it }"]
            case 1: lines += ["let it: \(type)", "public init(it: \(type)? = nil) { self.it = it ?? .shared }"]
            default:
                lines += ["let injectedIt: \(type)?", "var it: \(type) { injectedIt ?? .shared }"]
                lines += ["public init(it injectedIt: \(type)? = nil) { self.injectedIt = injectedIt }"]
            }
        case .passed: lines += ["let it: \(type)", "public init(it: \(type)) { self.it = it }"]
        case .byProtocol:
            let name = "any Doing\(caller.singleton)"
            lines += ["let it: \(name)", "public init(it: \(name)) { self.it = it }"]
        }
        for use in caller.members {
            let comment = use.isLeft ? "  // seam:allow \(type): it stays, \"=1+1\"" : ""
            let target = caller.form == .direct ? "\(type).shared" : "it"
            lines += ["func f\(use.function)() {", "\(target).m\(use.member)()\(comment)", "}"]
        }
        return (lines + ["}", ""]).joined(separator: "\n")
    }

    /// Returns what the script knows about each use, by a name that the use keeps.
    private func uses() -> [String: Key] {
        var uses: [String: Key] = [:]
        for caller in callers {
            let isRetired = singles[caller.singleton].isRetired
            let state =
                switch caller.form {
                case .direct: "direct"
                case .taken: "taken"
                case .passed: isRetired ? "retired" : "passed"
                case .byProtocol: isRetired ? "retired" : "by protocol"
                }
            func add(_ use: String, _ member: String, _ module: String, _ state: String, _ reason: String = "") {
                uses[use] = Key(
                    singleton: caller.singleton,
                    member: member,
                    module: module,
                    state: state,
                    reason: reason
                )
            }
            for use in caller.members {
                let reason = use.isLeft ? "it stays, \"=1+1\"" : ""
                add("function \(use.function)", "m\(use.member)", caller.module, state, reason)
            }
            // What stands for a default is no use. What makes the others is no root, so its own uses are.
            if [.passed, .byProtocol].contains(caller.form), !isRetired {
                add("maker of \(caller.id)", "(instance)", "App", "direct")
            }
        }
        return uses
    }

    private static func counts(_ uses: [String: Key]) -> [Key: Int] {
        Dictionary(uses.values.map { ($0, 1) }, uniquingKeysWith: +)
    }

    /// A use is verified from the commit on at which a build has passed, until its state is another one. What has passed are files,
    /// whichever commit has them.
    private func verify() {
        let files = Set(passed.map { states[$0.commit].files })
        var known: [String: String] = [:]
        for state in states {
            let isPassed = files.contains(state.files)
            let all = state.uses.filter { use, key in isPassed || known[use] == key.state }
            known = all.mapValues(\.state)
            verified.append(Self.counts(all))
        }
    }

    // MARK: Git

    private func emit(_ subject: String, parents: [Int]) {
        mark += 1
        // Sometimes the clock runs backwards, as after a rebase.
        time += random.next(10) == 0 ? -3600 : 86_400 + random.next(200_000)
        stream +=
            "commit refs/heads/main\nmark :\(mark)\ncommitter A <a@b> \(time) +0000\ndata \(subject.utf8.count)\n\(subject)\n"
        if let first = parents.first { stream += "from :\(first)\n" }
        for other in parents.dropFirst() { stream += "merge :\(other)\n" }
        stream += "deleteall\n"
        for (path, text) in sources().sorted(by: { $0.key < $1.key }) {
            stream += "M 100644 inline \(path)\ndata \(text.utf8.count)\n\(text)\n"
        }
    }

    private func write() throws {
        try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
        try Shell.git(["init", "-q", "-b", "main"], in: root.path)
        try Shell.git(
            ["fast-import", "--quiet", "--export-marks=.git/marks"],
            in: root.path,
            input: Data(stream.utf8)
        )
        try Shell.git(["reset", "-q", "--hard"], in: root.path)
        let marks = try String(contentsOf: root.appending(path: ".git/marks"), encoding: .utf8)
        let lines = marks.split(separator: "\n").map { $0.dropFirst().split(separator: " ") }
        let commits = Dictionary(lines.map { ($0[0], String($0[1])) }, uniquingKeysWith: { $1 })
        passes = passed.compactMap { commits["\($0.mark)"] }
    }
}

/// Random numbers that a seed determines.
struct Numbers {
    var state: UInt64

    mutating func next(_ limit: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int(state >> 33) % limit
    }
}

/// Runs git for a test.
enum Shell {
    struct Failure: Error {
        var text: String
    }

    @discardableResult
    static func git(_ arguments: [String], in folder: String, input: Data? = nil, date: String? = nil) throws -> String
    {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        let person = ["-c", "user.name=A", "-c", "user.email=a@b", "-c", "protocol.file.allow=always"]
        process.arguments = ["git", "-C", folder] + person + arguments
        var environment = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("GIT_") }
        environment["GIT_CONFIG_GLOBAL"] = "/dev/null"
        if let date { (environment["GIT_COMMITTER_DATE"], environment["GIT_AUTHOR_DATE"]) = (date, date) }
        process.environment = environment
        let (out, feed) = (Pipe(), Pipe())
        process.standardOutput = out
        process.standardError = out
        process.standardInput = input == nil ? FileHandle.nullDevice : feed
        try process.run()
        if let input {
            try feed.fileHandleForWriting.write(contentsOf: input)
            try feed.fileHandleForWriting.close()
        }
        let text = String(decoding: try out.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw Failure(text: "git \(arguments): \(text)") }
        return text
    }
}
