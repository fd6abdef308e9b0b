import Foundation
import SeamKit

@testable import SeamCut

/// The steps that programs are taken through.
enum ProgramStep: String, CaseIterable {
    case gather, inject, abstract, thread, slices

    /// Whether the step begins with what injecting wrote.
    var isAfterInjecting: Bool { self == .thread || self == .slices }

    /// Returns the sources after the step.
    ///
    /// - Parameters:
    ///   - files: the sources before the step; for threading, and for its slices, those after injecting.
    ///   - check: called with each plan before it is written.
    func files(
        of program: GeneratedProgram,
        from files: [String: String],
        check: (CutPlan) throws -> Void
    ) throws -> [String: String] {
        let tree = try SourceTree(files)
        if program.setting.mode == .mainActor { try tree.write("Package.swift", Compiler.mainActorManifest) }
        if self == .slices { try thread(in: tree, program, check: check) }
        for stage in stages {
            var planner = try tree.planner()
            for id in planner.map.singletons.filter({ !$0.file.isEmpty }).map(\.id) {
                guard let singleton = planner.map.singletons.first(where: { $0.id == id }) else { continue }
                let plan = planner.plan(singleton, options(id, program, stage))
                try check(plan)
                guard !plan.changes.isEmpty else { continue }
                try SliceWriter(root: tree.root.path).write(plan.changes)
                planner = try tree.planner()
                // Later, the cut of another singleton may have moved what stopped callers from taking this one.
                guard let cut = planner.map.singletons.first(where: { $0.id == id }) else { continue }
                guard planner.plan(cut, options(id, program, stage)).changes.isEmpty else {
                    throw ProgramFault(description: "a second \(stage) of \(id) changes something")
                }
            }
        }
        return try tree.swiftFiles()
    }

    /// Threads single callers in a random order, and some of them only. No slice leaves more calls that rely on a default.
    private func thread(in tree: SourceTree, _ program: GeneratedProgram, check: (CutPlan) throws -> Void) throws {
        var dice = Dice(seed: program.seed)
        var planner = try tree.planner()
        let map = planner.map
        var open = map.singletons.filter { !$0.file.isEmpty }.flatMap { singleton in
            let users = map.uses.filter { $0.singleton == singleton.id && !$0.isTest }.map { Ranking.user(of: $0).name }
            return Set(users).sorted().map { (id: singleton.id, caller: $0) }
        }
        var left = dice.below(open.count + 1)
        while left > 0 {
            left -= 1
            let (id, caller) = open.remove(at: dice.below(open.count))
            guard let singleton = planner.map.singletons.first(where: { $0.id == id }) else { continue }
            var options = options(id, program, .thread)
            let before = Threader.calls(of: singleton, planner, options)
            options.slice.callers = [caller]
            let plan = planner.plan(singleton, options)
            try check(plan)
            guard !plan.changes.isEmpty else { continue }
            try SliceWriter(root: tree.root.path).write(plan.changes)
            planner = try tree.planner()
            options.slice.callers = nil
            guard let singleton = planner.map.singletons.first(where: { $0.id == id }),
                Threader.calls(of: singleton, planner, options) <= before
            else { throw ProgramFault(description: "threading \(caller) leaves more calls that rely on a default") }
        }
    }

    private func options(_ id: String, _ program: GeneratedProgram, _ stage: Stage) -> Cut.Options {
        var options = Cut.Options(stage: stage)
        options.roots = Roots([program.root])
        options.includesStructs = stage == .inject && !program.setting.printsStructs
        if self == .abstract { options.protocolName = "\(id.filter { $0.isLetter || $0.isNumber })Providing" }
        return options
    }

    private var stages: [Stage] {
        switch self {
        case .gather: [.gather]
        case .inject, .abstract: [.inject]
        case .thread: [.thread, .retire]
        case .slices: []
        }
    }
}

extension Threader {
    /// The number of calls that rely on a default for a singleton.
    fileprivate static func calls(
        of singleton: Singleton,
        _ planner: CutPlanner,
        _ options: Cut.Options
    ) -> Int {
        let request = planner.request(singleton, options)
        return singleton.accessors.reduce(0) { $0 + graph(request, passing: $1).graph.calls().count }
    }
}

struct ProgramFault: Error, CustomStringConvertible {
    var description: String
}

extension SourceTree {
    /// The Swift files in the folder of the app, by their paths.
    func swiftFiles() throws -> [String: String] {
        var files: [String: String] = [:]
        for name in try FileManager.default.contentsOfDirectory(atPath: root.appending(path: "App").path)
        where name.hasSuffix(".swift") { files["App/\(name)"] = try text("App/\(name)") }
        return files
    }
}

/// Programs that are compiled as one module and run one after the other.
struct ProgramBatch {
    /// What a program did: what it printed, with the number of the compiler's warnings, or what the compiler says.
    enum Outcome: Equatable {
        case printed(String, warnings: Int)
        case failed(String)
    }

    var mode: Compiler.Mode
    /// The sources of each program by its number.
    var programs: [Int: [String: String]]
    /// What all programs use.
    var common = ProgramSetting.common
    /// Returns the call that runs a program.
    var call: @Sendable (Int) -> String = { "await Root\($0).run()" }

    /// Compiles and runs all programs, without those that don't compile.
    func run() throws -> [Int: Outcome] {
        let folder = FileManager.default.temporaryDirectory.appending(path: "seam-programs-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        var outcomes: [Int: Outcome] = [:]
        while outcomes.count < programs.count {
            let left = programs.filter { outcomes[$0.key] == nil }
            let (errors, warnings) = try compile(left, in: folder)
            if errors.isEmpty {
                try launch(left.keys.sorted(), folder.appending(path: "programs"), warnings, &outcomes)
            } else {
                outcomes.merge(errors.mapValues(Outcome.failed)) { first, _ in first }
            }
        }
        return outcomes
    }

    /// Returns what the compiler says of programs that it refuses, and the number of its warnings of the others.
    private func compile(
        _ programs: [Int: [String: String]],
        in folder: URL
    ) throws -> (errors: [Int: String], warnings: [Int: Int]) {
        var paths: [String] = []
        func write(_ name: String, _ text: String) throws {
            let file = folder.appending(path: name)
            try Data(text.utf8).write(to: file)
            paths.append(file.path)
        }
        try write("Common.swift", common)
        try write("Main.swift", main(programs.keys.sorted()))
        var numbers: [String: Int] = [:]
        for (number, files) in programs {
            for (path, text) in files {
                let name = "\(number)-" + path.dropFirst(4)
                numbers[name] = number
                try write(name, text)
            }
        }
        let program = folder.appending(path: "programs").path
        let flags = [
            "swiftc", "-parse-as-library", "-Onone", "-wmo", "-module-name", "Programs", "-o",
            program,
        ]
        let done = try Compiler.launch("/usr/bin/env", flags + mode.arguments + paths.sorted())
        var errors: [Int: String] = [:]
        var warnings: [Int: Int] = [:]
        for line in done.error.split(separator: "\n") {
            guard let name = line.split(separator: ":").first?.split(separator: "/").last,
                let number = numbers[String(name)]
            else { continue }
            if line.contains(": warning: ") { warnings[number, default: 0] += 1 }
            if line.contains(": error: ") { errors[number, default: ""] += line + "\n" }
        }
        guard done.code != 0 else { return ([:], warnings) }
        // A fault of the compiler or linker says no file: all have it.
        return (errors.isEmpty ? programs.mapValues { _ in String(done.error.suffix(4000)) } : errors, [:])
    }

    private func main(_ numbers: [Int]) -> String {
        let calls = numbers.map {
            "        if isWanted(\($0)) { print(\"== \($0)\"); fflush(nil); \(call($0)) }\n"
        }
        return """
            import Foundation
            @main enum AllPrograms {
                static let first = CommandLine.arguments.count > 1 ? Int(CommandLine.arguments[1]) ?? 0 : 0
                static func isWanted(_ number: Int) -> Bool { number >= first }
                static func main() async throws {
            \(calls.joined())    }
            }

            """
    }

    /// Runs all programs. One that crashes or hangs ends the process, so the others run in another.
    private func launch(
        _ numbers: [Int],
        _ program: URL,
        _ warnings: [Int: Int],
        _ outcomes: inout [Int: Outcome]
    ) throws {
        var first = numbers.first ?? 0
        while true {
            let run = try Compiler.launch("/usr/bin/env", ["timeout", "120", program.path, "\(first)"])
            var last = first
            for part in run.output.components(separatedBy: "== ").dropFirst() {
                let number = Int(part.prefix { $0.isNumber }) ?? 0
                outcomes[number] = .printed(part, warnings: warnings[number] ?? 0)
                last = number
            }
            guard run.code != 0 else { return }
            outcomes[last] = .failed("ended with \(run.code): \(run.error.suffix(2000))")
            guard let next = numbers.first(where: { $0 > last }) else { return }
            first = next
        }
    }
}
