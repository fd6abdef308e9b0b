import Foundation
import TestSupport
import Testing

@testable import SeamKit

/// Random edits of the corpus and of the checked-out packages. `EFFORT` says how many; by
/// default every fourth tree gets one.
@Suite("Edits of real sources", .ownThread)
struct SourceEditTests {
    private static let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    private static let edits = Effort.value(quick: nil, change: 3, full: 50)

    /// Folders for which an edit takes a second and not a minute.
    private static let trees: [URL] = {
        let packages = tests.deletingLastPathComponent().appending(path: ".build/corpus")
        let names = ["swift-metrics", "Rainbow", "swift-log"]
        let corpus = (try? FileManager.default.contentsOfDirectory(atPath: tests.path + "/SeamCorpus")) ?? []
        return corpus.sorted().map { tests.appending(path: "SeamCorpus/\($0)") }.filter {
            FileManager.default.fileExists(atPath: $0.path + "/expected.json")
                && !$0.lastPathComponent.hasPrefix("package-")
        } + names.map { packages.appending(path: $0) }.filter { FileManager.default.fileExists(atPath: $0.path) }
    }()

    private static let edited =
        edits == nil ? stride(from: 0, to: trees.count, by: 4).map { trees[$0] } : trees

    @Test("After each edit a run with stored facts gives the bytes of a cold one", arguments: edited)
    func equality(folder: URL) throws {
        var edited = try EditedSources(copying: folder, seed: UInt64(folder.lastPathComponent.utf8.count))
        let store = edited.tree.root.path + "-results"
        defer { try? FileManager.default.removeItem(atPath: store) }
        var cache = ResultCache(folder: store, version: "1")
        // A run takes longer than a tick of the clock, so stamps can be trusted at once.
        cache.pause = 0
        var last = try edited.tree.map(.init(cache: cache))
        for edit in 0..<(Self.edits ?? 1) {
            let what = try edited.edit(last)
            var warm = try edited.tree.map(.init(cache: cache))
            let cold = try edited.tree.map()
            warm.statistics = cold.statistics
            #expect(JSONReport().text(of: warm) == JSONReport().text(of: cold), "edit \(edit): \(what)")
            last = cold
        }
    }

    @Test("There are corpus cases with classic and with synchronised groups of Xcode, and with packages")
    func kinds() throws {
        let names = Set(Self.trees.map(\.lastPathComponent))
        #expect(names.isSuperset(of: ["app-classic-targets", "app-synchronised-targets", "several-packages"]))
    }
}

/// A copy of a source tree with random edits; the same seed gives the same edits.
private struct EditedSources {
    let tree: Tree
    private var generator: Generator
    private var files: [String] = []
    private var manifests: [String] = []
    /// The contents of files before an edit.
    private var earlier: [(path: String, data: Data)] = []
    private var count = 0

    init(copying folder: URL, seed: UInt64) throws {
        generator = Generator(state: seed)
        tree = try Tree([:])
        let found = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
        for path in found.sorted() where !path.hasPrefix(".") {
            let isManifest = path.hasSuffix("Package.swift") || path.hasSuffix("project.pbxproj")
            guard isManifest || path.hasSuffix(".swift"),
                let data = FileManager.default.contents(atPath: folder.path + "/" + path)
            else { continue }
            try tree.write(path, data)
            if isManifest { manifests.append(path) } else { files.append(path) }
        }
    }

    private mutating func pick<Element>(_ list: [Element]) -> Element {
        list[Int.random(in: list.indices, using: &generator)]
    }

    private func data(_ path: String) throws -> Data { try Data(contentsOf: tree.root.appending(path: path)) }

    private mutating func write(_ path: String, _ data: Data) throws {
        if let old = try? self.data(path) { earlier.append((path, old)) }
        try tree.write(path, data)
        if !files.contains(path), !manifests.contains(path) { files.append(path) }
    }

    private mutating func remove(_ path: String) throws {
        earlier.append((path, try data(path)))
        try FileManager.default.removeItem(at: tree.root.appending(path: path))
        files.removeAll { $0 == path }
    }

    /// Deletes or duplicates one of the lines.
    private mutating func change(_ data: Data, where fits: (Substring) -> Bool = { _ in true }) -> Data {
        var lines = String(decoding: data, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
        let places = lines.indices.filter { fits(lines[$0]) }
        guard !places.isEmpty else { return data }
        let place = pick(places)
        if Bool.random(using: &generator) { lines.remove(at: place) } else { lines.insert(lines[place], at: place) }
        return Data(lines.joined(separator: "\n").utf8)
    }

    private mutating func newPath() -> String {
        count += 1
        let folder = pick(files).split(separator: "/").dropLast().joined(separator: "/")
        return folder.isEmpty ? "Edited\(count).swift" : "\(folder)/Edited\(count).swift"
    }

    /// Makes one edit, and returns its description.
    mutating func edit(_ map: CodeMap) throws -> String {
        // A tree may have lost its last Swift file.
        guard !files.isEmpty else { return "nothing" }
        let path = pick(files)
        count += 1
        switch Int.random(in: 0..<10, using: &generator) {
        case 0:
            let text =
                "\nfinal class E\(count) { static let shared = E\(count)(); var n = 0 }\nlet e\(count) = E\(count).shared\n"
            try write(path, try data(path) + Data(text.utf8))
            return "a singleton in \(path)"
        case 1, 2:
            guard let used = map.singletons.filter({ !$0.accessors.isEmpty }).randomElement(using: &generator) else {
                return "nothing"
            }
            let text = "\nfunc e\(count)() { let a = \(used.name).\(used.accessors[0].name); print(a) }\n"
            try write(path, try data(path) + Data(text.utf8))
            return "a use in \(path)"
        case 3 where files.count > 2:
            try remove(path)
            return "\(path) deleted"
        case 4:
            let new = newPath()
            try write(new, try data(path))
            return "\(path) copied to \(new)"
        case 5:
            let (new, text) = (newPath(), try data(path))
            try remove(path)
            try write(new, text)
            return "\(path) moved to \(new)"
        case 6, 7:
            guard !manifests.isEmpty else { fallthrough }
            let manifest = pick(manifests)
            let isProject = manifest.hasSuffix("pbxproj")
            try write(manifest, change(try data(manifest)) { !isProject || $0.contains(".swift") || $0.contains("/*") })
            return "\(manifest) changed"
        case 8:
            guard let old = earlier.randomElement(using: &generator) else { fallthrough }
            try write(old.path, old.data)
            return "\(old.path) as it was"
        default:
            try write(path, change(try data(path)))
            return "a line of \(path)"
        }
    }
}
