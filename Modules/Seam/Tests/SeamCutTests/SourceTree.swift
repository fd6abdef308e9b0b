import Foundation
import SeamKit
import TestSupport

@testable import SeamCut

/// A source tree in a folder of its own, which is deleted with the object.
final class SourceTree {
    let root: URL

    init(_ files: [String: String]) throws {
        root = FileManager.default.temporaryDirectory.appending(path: "seam-cut-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
        for (path, text) in files { try write(path, text) }
    }

    deinit {
        try? FileManager.default.removeItem(at: root)
    }

    func write(_ path: String, _ text: String) throws {
        let file = root.appending(path: path)
        let folder = file.deletingLastPathComponent()
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
    }

    func text(_ path: String) throws -> String {
        String(decoding: try Data(contentsOf: root.appending(path: path)), as: UTF8.self)
    }

    func map() throws -> CodeMap { try analysed().map }

    func analysed() throws -> AnalysedTree { try Analysis.analyse(root: root.path) }

    /// Returns the map, and what is read for the plans of the tree as it is now.
    func mapped() throws -> (map: CodeMap, index: CodeTree) {
        let planner = try planner()
        return (planner.map, planner.index)
    }

    /// Returns a planner for the tree as it is now.
    func planner() throws -> CutPlanner { CutPlanner(try analysed(), root: root.path) }

    /// Returns the plan for a singleton with this name.
    func plan(_ name: String, options: Cut.Options = Cut.Options(stage: .gather)) throws -> CutPlan {
        let planner = try planner()
        guard let singleton = planner.map.singletons.first(where: { $0.isCalled(name) }) else {
            throw Missing(name: name)
        }
        return planner.plan(singleton, options)
    }

    /// Cuts every singleton of the tree, one after the other. Returns the number of edits.
    @discardableResult
    func cutAll(options: Cut.Options = Cut.Options(stage: .gather)) throws -> Int {
        var edits = 0
        var planner = try planner()
        for id in planner.map.singletons.filter({ !$0.file.isEmpty }).map(\.id) {
            guard let singleton = planner.map.singletons.first(where: { $0.id == id }) else { throw Missing(name: id) }
            let plan = planner.plan(singleton, options)
            guard !plan.changes.isEmpty else { continue }
            try SliceWriter(root: root.path).write(plan.changes)
            edits += plan.changes.reduce(0) { $0 + $1.edits.count }
            planner = try self.planner()
        }
        return edits
    }

    /// Threads `Store`, and writes what is planned.
    ///
    /// - Parameter isEarly: whether its instance may be made earlier.
    func thread(
        _ singleton: String = "Store",
        isEarly: Bool = false,
        includesStructs: Bool = false
    ) throws -> CutPlan {
        var options = Cut.Options(stage: .thread)
        (options.isEarlyAllowed, options.includesStructs) = (isEarly, includesStructs)
        let plan = try plan(singleton, options: options)
        try SliceWriter(root: root.path).write(plan.changes)
        return plan
    }

    /// Compiles a module in `Sources`, for those that are compiled next. Returns the errors; warnings count as errors.
    func compile(_ module: String) throws -> String {
        expectCompilerIsAllowed()
        let folder = root.appending(path: "Sources/\(module)")
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        let out = root.appending(path: "\(module).swiftmodule").path
        let arguments = [
            "swiftc", "-swift-version", "6", "-parse-as-library", "-module-name", module, "-I", root.path,
            // Not to /dev/null: if something doesn't compile, the compiler deletes its outputs, also this one of root's.
            "-emit-module", "-emit-module-path", out, "-emit-sil", "-o", out + ".sil", "-wmo", "-warnings-as-errors",
        ]
        let run = try Compiler.launch("/usr/bin/env", arguments + files.map { folder.appending(path: $0).path })
        return run.code == 0 ? "" : "\(module): \(run.error)"
    }

    struct Missing: Error { var name: String }
}

extension Cut.Options {
    /// Callers read the accessor as late as before.
    static var late: Cut.Options {
        var options = Cut.Options()
        options.isLate = true
        return options
    }
}

extension CutPlan {
    /// The lines of uses, with their outcomes.
    var outcomes: [String] {
        rows.map { row in
            switch row.outcome {
            case .rewritten(let property, _): "\(row.use.line) \(property)"
            case .left(let reason): "\(row.use.line) left \(reason.code)"
            case .outside: "\(row.use.line) outside"
            }
        }
    }
}
