public import Foundation

/// Stores the results of runs in files, each under a key computed from everything that the result depends on.
///
/// A result that can't be read back, for any reason, or that somebody else may have written, counts as missing. The files contain names, places and comments for this
/// tool, but no other text of the sources. Only their owner can access the folder and its files.
public struct ResultCache: Sendable, Equatable {
    /// The path of the folder. It is created when the first result is stored.
    public var folder: String
    /// The version of the program that creates the results. Results of other versions are not used.
    public var version: String
    /// The time, in nanoseconds, for which a file must have been unchanged when it is read, so that its stamp can later prove
    /// that it still is. On some file systems the clock ticks every two seconds.
    package var pause = 2_000_000_000
    /// Whether storing a result deletes old ones. A run that stores hundreds does so once.
    package var prunes = true
    /// The time after which results are deleted.
    static let lifetime: TimeInterval = 30 * 24 * 3600

    /// Creates a cache.
    public init(folder: String, version: String) {
        self.folder = folder
        self.version = version
    }

    /// Returns the system's folder for caches: `XDG_CACHE_HOME`, else `Library/Caches` or `.cache` in the home folder; nil if
    /// there is none.
    public static func standardFolder(
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) -> String? {
        if let folder = environment["XDG_CACHE_HOME"], folder.hasPrefix("/") { return folder + "/seam" }
        guard let home = environment["HOME"], home.hasPrefix("/") else { return nil }
        #if canImport(Darwin)
            return home + "/Library/Caches/seam"
        #else
            return home + "/.cache/seam"
        #endif
    }

    /// Returns whether there may be a result under this name.
    package func knows(_ name: ContentHash) -> Bool {
        access(path(of: name), R_OK) == 0
    }

    /// Returns the result under this name, if it was stored under this key and is complete.
    package func value<Value: Archived>(of name: ContentHash, key: ContentHash) -> Value? {
        // The reader owns the bytes.
        let file = FileReader()
        return withExtendedLifetime(file) {
            file.read(path(of: name), limit: SourceLimits.storedSize, isOwn: true).flatMap {
                Self.value(in: $0, key: key)
            }
        }
    }

    private static func value<Value: Archived>(in bytes: UnsafeBufferPointer<UInt8>, key: ContentHash) -> Value? {
        let head = head(for: key)
        guard bytes.count >= head.count + 16, bytes.prefix(head.count).elementsEqual(head) else { return nil }
        let payload = UnsafeBufferPointer(rebasing: bytes[head.count..<(bytes.count - 16)])
        guard bytes.suffix(16).elementsEqual(ContentHash(of: payload).bytes) else { return nil }
        var reader = ArchiveReader(bytes: payload)
        guard let value = try? Value(from: &reader), reader.isAtEnd else { return nil }
        return value
    }

    /// Stores a result atomically. A failure to store it is ignored.
    package func keep(_ value: some Archived, as name: ContentHash, key: ContentHash, now: Date = Date()) {
        var writer = ArchiveWriter()
        value.write(to: &writer)
        let sum = writer.bytes.withUnsafeBufferPointer { ContentHash(of: $0) }
        let bytes = Self.head(for: key) + writer.bytes + sum.bytes
        try? FileManager.default.createDirectory(
            atPath: folder,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
        let draft = "\(folder)/\(UUID().uuidString)\(Self.ending)"
        let file = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else { return }
        let handle = FileHandle(fileDescriptor: file, closeOnDealloc: true)
        do {
            try handle.write(contentsOf: bytes)
            try handle.close()
            guard rename(draft, path(of: name)) == 0 else { throw CocoaError(.fileWriteUnknown) }
        } catch {
            unlink(draft)
        }
        if prunes { prune(now: now) }
    }

    private func prune(now: Date) {
        let url = URL(fileURLWithPath: folder)
        let keys: [URLResourceKey] = [.contentModificationDateKey]
        let files = try? FileManager.default.contentsOfDirectory(at: url, includingPropertiesForKeys: keys)
        for file in files ?? [] where file.lastPathComponent.hasSuffix(Self.ending) {
            let values = try? file.resourceValues(forKeys: Set(keys))
            guard let date = values?.contentModificationDate, now.timeIntervalSince(date) > Self.lifetime else {
                continue
            }
            try? FileManager.default.removeItem(at: file)
        }
    }

    private static let ending = ".seam-result"
    /// Changes with the form of the archives.
    private static let form = Array("seam result 8\n".utf8)

    private static func head(for key: ContentHash) -> [UInt8] { form + key.bytes }

    private func path(of name: ContentHash) -> String { "\(folder)/\(name.hexadecimal)\(Self.ending)" }
}

/// Collects everything that a result depends on.
package struct ResultKey {
    private var writer = ArchiveWriter()

    package init(_ parts: String...) {
        for part in parts { add(part) }
    }

    package mutating func add(_ text: String) { writer.write(text) }

    package mutating func add(_ texts: [String]?) {
        writer.write(texts == nil ? 0 : 1)
        writer.write(texts ?? [])
    }

    package mutating func add(_ hash: ContentHash) { writer.bytes += hash.bytes }

    package var hash: ContentHash { writer.bytes.withUnsafeBufferPointer { ContentHash(of: $0) } }
}
