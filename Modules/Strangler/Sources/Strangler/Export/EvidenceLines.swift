public import Foundation

/// Evidence and entries as lines of JSON, for files that are sent between machines and for databases.
///
/// Each line is an object with `v` (1) and `type` (`tally` or `entry`). The fields are those of
/// `docs/strangler/evidence.schema.json`. A file that is read twice counts once, and files can be joined with `cat`.
public enum EvidenceLines {
    /// The version of the format.
    public static let version = 1

    /// A file has a line that can't be read. Nothing in the file is used, because the missing line might be a disagreement.
    public struct Unreadable: Error, Hashable, Sendable, CustomStringConvertible {
        /// The number of the line, counted from 1.
        public let line: Int

        /// The reason in words.
        public var description: String { "line \(line) can't be read, or a newer version wrote it" }
    }

    /// Returns evidence, followed by entries.
    public static func data(_ evidence: Evidence, entries: [Entry] = []) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        var data = Data()
        for tally in evidence.tallies.sorted(by: { $0.key < $1.key }) {
            data += try encoder.encode(Line(tally: TallyLine(tally))) + Data("\n".utf8)
        }
        for entry in entries {
            data += try encoder.encode(Line(entry: entry)) + Data("\n".utf8)
        }
        return data
    }

    /// Reads the output of `data`.
    public static func contents(of data: Data) throws(Unreadable) -> (evidence: Evidence, entries: [Entry]) {
        let decoder = JSONDecoder()
        var tallies: [Tally] = []
        var entries: [Entry.ID: Entry] = [:]
        var order: [Entry.ID] = []
        let lines = data.split(separator: 0x0a, omittingEmptySubsequences: false)
        for (number, text) in lines.enumerated() where !text.isEmpty {
            guard let line = try? decoder.decode(Line.self, from: text), line.v == version else {
                throw Unreadable(line: number + 1)
            }
            if let tally = line.tally?.tally {
                guard tally.isPossible else { throw Unreadable(line: number + 1) }
                tallies.append(tally)
            } else if let entry = line.entry, entries.updateValue(entry, forKey: entry.id) == nil {
                order.append(entry.id)
            }
        }
        return (Evidence(tallies), order.compactMap { entries[$0] })
    }
}

private struct Line: Codable {
    enum Kind: String, Codable { case tally, entry }

    private enum Keys: String, CodingKey { case v, type, entry }

    let v: Int
    let tally: TallyLine?
    let entry: Entry?

    init(tally: TallyLine? = nil, entry: Entry? = nil) {
        v = EvidenceLines.version
        self.tally = tally
        self.entry = entry
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Keys.self)
        v = try container.decode(Int.self, forKey: .v)
        switch try container.decode(Kind.self, forKey: .type) {
        case .tally: (tally, entry) = (try TallyLine(from: decoder), nil)
        case .entry: (tally, entry) = (nil, try container.decode(Entry.self, forKey: .entry))
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Keys.self)
        try container.encode(v, forKey: .v)
        try container.encode(tally == nil ? Kind.entry : .tally, forKey: .type)
        try tally?.encode(to: encoder)
        try container.encodeIfPresent(entry, forKey: .entry)
    }
}

/// A tally with all of its fields on one level, as in a table.
private struct TallyLine: Codable {
    let writer: String
    let operation: String
    let control: Identity?
    let candidate: Identity?
    let labels: [String: String]
    let start: Int
    let kind: Tally.Kind
    let detail: String
    let number: Int
    let count: Int

    init(_ tally: Tally) {
        writer = tally.key.writer
        operation = tally.key.operation
        control = tally.key.sides?.control
        candidate = tally.key.sides?.candidate
        labels = tally.key.labels
        start = tally.key.start
        kind = tally.key.kind
        detail = tally.key.detail
        number = tally.key.number
        count = tally.count
    }

    var tally: Tally {
        let key = Tally.Key(
            writer: writer,
            operation: operation,
            sides: Sides(recordedControl: control, candidate: candidate),
            labels: labels,
            start: start,
            kind: kind,
            detail: detail,
            number: number
        )
        return Tally(key: key, count: count)
    }
}
