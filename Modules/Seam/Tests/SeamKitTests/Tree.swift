import Foundation

@testable import SeamKit

/// A source tree in a folder of its own, which is deleted with the object.
final class Tree {
    let root: URL

    init(_ files: [String: String]) throws {
        root = FileManager.default.temporaryDirectory.appending(path: "seam-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
        for (path, text) in files { try write(path, Data(text.utf8)) }
    }

    deinit {
        try? FileManager.default.removeItem(at: root)
    }

    func write(_ path: String, _ data: Data) throws {
        let file = root.appending(path: path)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        try data.write(to: file)
    }

    func map(_ options: Analysis.Options = .init()) throws -> CodeMap {
        try Analysis.run(root: root.path, options: options)
    }

    /// Returns the map of one file in a module `App`.
    static func map(_ source: String) throws -> CodeMap {
        try Tree(["App/Source.swift": source]).map()
    }
}

extension CodeMap {
    /// Accessors as `Type.accessor`, locators as `Type`, sorted.
    var found: [String] {
        singletons.flatMap { singleton in
            singleton.shape == .locator
                ? [singleton.name] : singleton.accessors.map { "\(singleton.name).\($0.name)" }
        }.sorted()
    }

    /// The uses as `line kind Type.member`, with `?` if they are not resolved; in order of place.
    var list: [String] {
        uses.map { "\($0.line) \($0.kind.rawValue) \($0.type).\($0.member)\($0.certainty == .resolved ? "" : "?")" }
    }
}
