package import SeamKit

/// The inspections of a tree, as they are kept.
struct InspectionArchive: Archived {
    var inspections: [String: FileInspection]

    init(inspections: [String: FileInspection]) {
        self.inspections = inspections
    }

    init(from reader: inout ArchiveReader) throws(ArchiveDamage) {
        inspections = [:]
        for _ in 0..<(try reader.count()) {
            let path = try reader.text()
            inspections[path] = try FileInspection(from: &reader)
        }
    }

    func write(to writer: inout ArchiveWriter) {
        writer.write(inspections.count)
        for (path, inspection) in inspections.sorted(by: { $0.key < $1.key }) {
            writer.write(path)
            inspection.write(to: &writer)
        }
    }
}

extension FileInspection: Archived {
    package func write(to writer: inout ArchiveWriter) {
        writer.write(mentions)
        writer.write(declarations.sorted())
        writer.write(allows)
        writer.write(errorLine ?? 0)
    }

    package init(from reader: inout ArchiveReader) throws(ArchiveDamage) {
        self.init(
            mentions: try reader.values(),
            declarations: Set(try reader.texts()),
            allows: try reader.values()
        )
        let line = try reader.number()
        errorLine = line == 0 ? nil : line
    }
}

extension Mention: Archived {
    package func write(to writer: inout ArchiveWriter) {
        writer.write(name)
        writer.write(qualifier)
        writer.write(member)
        writer.write(enclosing)
        writer.write(line)
        writer.write(column)
    }

    package init(from reader: inout ArchiveReader) throws(ArchiveDamage) {
        self.init(
            name: try reader.text(),
            qualifier: try reader.text(),
            member: try reader.text(),
            enclosing: try reader.text(),
            line: try reader.number(),
            column: try reader.number()
        )
    }
}

extension Allow: Archived {
    package func write(to writer: inout ArchiveWriter) {
        writer.write(subjects)
        writer.write(reason)
        writer.write(line)
        writer.write(lines.lowerBound)
        writer.write(lines.upperBound)
        writer.write(problem ?? "")
    }

    package init(from reader: inout ArchiveReader) throws(ArchiveDamage) {
        let subjects = try reader.texts()
        let reason = try reader.text()
        let line = try reader.number()
        let (first, last) = (try reader.number(), try reader.number())
        guard first <= last else { throw ArchiveDamage() }
        let problem = try reader.text()
        self.init(
            subjects: subjects,
            reason: reason,
            line: line,
            lines: first...last,
            problem: problem.isEmpty ? nil : problem
        )
    }
}
