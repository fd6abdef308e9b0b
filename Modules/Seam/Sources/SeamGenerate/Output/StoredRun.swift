import Foundation
public import SeamKit

/// What an earlier run generated from which files, so that a run with nothing to do reads no sources.
///
/// A run has nothing to do if its options, the tool, all files that it would read and all Swift files in the folders that it would
/// write to are the same.
public struct StoredRun: Sendable {
    fileprivate struct Record {
        var inputs: Contents
        var outputs: Contents
        var fingerprint: ContentHash
        var problems: [GenerateProblem]
    }

    private let cache: ResultCache
    private let name: ContentHash
    private let folders: [String]
    private let old: Record?
    private let inputs: Contents
    private let outputs: Contents

    /// Reads the stored run, and the stamps of the current files.
    ///
    /// - Parameters:
    ///   - cache: where results are stored.
    ///   - options: everything that the generated code depends on besides files.
    ///   - inputs: the absolute paths of the files that code is generated from.
    ///   - folders: the absolute paths of the folders that code is written to.
    public init(cache: ResultCache, options: String, inputs: [String], folders: [String]) {
        self.cache = cache
        self.folders = folders
        name = ResultKey("generated code", options, folders.joined(separator: "\n")).hash
        old = cache.value(of: name, key: ResultKey(cache.version).hash)
        // Files in a folder that is written to are among the outputs, whoever wrote them.
        let places = Set(folders.map { $0 + "/" })
        let others = inputs.filter { path in
            !places.contains(String(path[...(path.lastIndex(of: "/") ?? path.startIndex)]))
        }
        self.inputs = Self.contents(of: others, old: old?.inputs, cache: cache)
        outputs = Self.contents(of: Self.files(in: folders), old: old?.outputs, cache: cache)
    }

    /// The problems of the earlier run, if there is nothing to do.
    public var problems: [GenerateProblem]? {
        guard let old, old.fingerprint == Self.fingerprint(of: inputs, and: outputs) else { return nil }
        // What had changed a moment ago is known by its stamp from now on.
        if !inputs.isKnown(as: old.inputs) || !outputs.isKnown(as: old.outputs) {
            keep(Record(inputs: inputs, outputs: outputs, fingerprint: old.fingerprint, problems: old.problems))
        }
        return old.problems
    }

    /// Stores that the folders contain what was generated from the files as they were when this value was made.
    ///
    /// - Parameter files: the generated files by their absolute path. If a file in the folders has other content by now, nothing is
    ///   stored.
    public func keep(_ files: [String: GeneratedFile], problems: [GenerateProblem]) {
        let written = Self.contents(of: Self.files(in: folders), old: outputs, cache: cache)
        for (path, hash) in written.hashes {
            let expected = files[path].map { ContentHash(text: $0.text) } ?? outputs.hashes[path]
            if hash != expected { return }
        }
        guard files.keys.allSatisfy({ written.hashes[$0] != nil }) else { return }
        let fingerprint = Self.fingerprint(of: inputs, and: written)
        keep(Record(inputs: inputs, outputs: written, fingerprint: fingerprint, problems: problems))
    }

    private func keep(_ record: Record) {
        cache.keep(record, as: name, key: ResultKey(cache.version).hash)
    }

    private static func contents(of paths: [String], old: Contents?, cache: ResultCache) -> Contents {
        let threads = ProcessInfo.processInfo.activeProcessorCount
        return Contents(of: paths, root: "", old: old ?? Contents(), pause: cache.pause, threads: threads)
    }

    /// Returns the paths of the Swift files in folders, without those below.
    private static func files(in folders: [String]) -> [String] {
        folders.flatMap { folder in
            let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
            return names.filter { $0.hasSuffix(".swift") }.map { folder + "/" + $0 }
        }
    }

    private static func fingerprint(of inputs: Contents, and outputs: Contents) -> ContentHash {
        var key = ResultKey()
        for contents in [inputs, outputs] {
            key.add(contents.hashes.keys.sorted())
            for (_, hash) in contents.hashes.sorted(by: { $0.key < $1.key }) { key.add(hash) }
        }
        return key.hash
    }
}

extension StoredRun.Record: Archived {
    init(from reader: inout ArchiveReader) throws(ArchiveDamage) {
        inputs = try Contents(from: &reader)
        outputs = try Contents(from: &reader)
        fingerprint = try ContentHash(from: &reader)
        problems = try reader.values()
    }

    func write(to writer: inout ArchiveWriter) {
        inputs.write(to: &writer)
        outputs.write(to: &writer)
        fingerprint.write(to: &writer)
        writer.write(problems)
    }
}

extension GenerateProblem: Archived {
    package init(from reader: inout ArchiveReader) throws(ArchiveDamage) {
        self.init(path: try reader.text(), line: try reader.number(), message: try reader.text())
    }

    package func write(to writer: inout ArchiveWriter) {
        writer.write(path)
        writer.write(line)
        writer.write(message)
    }
}
