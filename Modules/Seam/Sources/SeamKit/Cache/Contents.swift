/// The contents of a tree's files, each represented by the hash of its bytes.
///
/// A file whose stamp is the same as when it was last read isn't read again.
///
/// Reasons: docs/adr/facts-and-caches.md.
package struct Contents: Sendable {
    private struct Known: Sendable, Equatable {
        var stamp: FileStamp
        var hash: ContentHash
    }

    private var known: [String: Known] = [:]
    /// The hash of each file, without the files that can't be read.
    package private(set) var hashes: [String: ContentHash] = [:]

    package init() {}

    /// Reads the stamps of the files at these paths, and the contents where necessary.
    ///
    /// - Parameters:
    ///   - old: the contents that an earlier run found.
    ///   - pause: the nanoseconds for which a file must have been unchanged for its stamp to be trusted later.
    package init(of paths: [String], root: String, old: Contents, pause: Int, threads: Int) {
        let now = FileStamp.now
        let found = Workers.map(paths.count, threads: threads) {
            FileReader()
        } body: { reader, index -> (ContentHash?, Known?) in
            // The stamp is read before the content, so that a change in between gives another stamp.
            let path = root + "/" + paths[index]
            let stamp = FileStamp(of: path)
            if let stamp, let entry = old.known[paths[index]], entry.stamp == stamp { return (entry.hash, entry) }
            let hash = reader.read(path, limit: SourceLimits.listSize).map { ContentHash(of: $0) }
            guard let stamp, let hash, stamp.isSettled(at: now, pause: pause) else { return (hash, nil) }
            return (hash, Known(stamp: stamp, hash: hash))
        }
        known.reserveCapacity(paths.count)
        hashes.reserveCapacity(paths.count)
        for (path, (hash, entry)) in zip(paths, found) {
            hashes[path] = hash
            known[path] = entry
        }
    }

    /// Returns whether a later run would learn the same from both.
    package func isKnown(as other: Contents) -> Bool { known == other.known }
}

extension Contents: Archived {
    package init(from reader: inout ArchiveReader) throws(ArchiveDamage) {
        let count = try reader.count()
        known.reserveCapacity(count)
        for _ in 0..<count {
            let path = try reader.plainText()
            let stamp = try FileStamp(from: &reader)
            known[path] = Known(stamp: stamp, hash: ContentHash(high: try reader.word(), low: try reader.word()))
        }
    }

    package func write(to writer: inout ArchiveWriter) {
        writer.write(known.count)
        for (path, entry) in known.sorted(by: { $0.key < $1.key }) {
            writer.write(plain: path)
            entry.stamp.write(to: &writer)
            writer.write(word: entry.hash.high)
            writer.write(word: entry.hash.low)
        }
    }
}
