import ArgumentParser
import Foundation
import SeamGenerate
import SeamKit

/// What a command does with the files that it generates.
struct WritingOptions: ParsableArguments {
    @Flag(help: "Write nothing; show what differs and end with 1 if anything does.")
    var check = false

    @Flag(help: "Write nothing; list the files that would be written or deleted.")
    var dryRun = false

    /// Whether files are left as they are.
    var writesNothing: Bool { check || dryRun }

    func validate() throws {
        if check, dryRun { throw ValidationError("--check and --dry-run exclude each other.") }
    }

    /// Brings a folder up to date, or shows what is missing for that.
    ///
    /// - Parameters:
    ///   - files: everything that the folder should hold.
    ///   - folder: its path, relative to `root`.
    ///   - isNamed: whether a person named the folder, which then may be anywhere.
    ///   - command: the word after `seam`.
    /// - Returns: whether the folder was up to date.
    func apply(
        _ files: [GeneratedFile],
        to folder: String,
        root: String,
        isNamed: Bool,
        command: String
    ) throws(ToolFailure) -> Bool {
        let path = folder.hasPrefix("/") ? folder : root + "/" + folder
        if let refusal = CodeFormat.file(nearestTo: path).flatMap(CodeFormat.refusal) {
            throw ToolFailure(message: refusal, exitCode: .usage)
        }
        let change = FolderChange(files: files, in: isNamed ? path : folder, of: isNamed ? nil : root, command: command)
        if let refusal = change.refusal {
            let message = "cannot write to \(folder): \(refusal). Nothing was written or deleted there"
            throw ToolFailure(message: message, exitCode: .usage)
        }
        if !change.obstacles.isEmpty {
            let names = change.obstacles.map { "\(folder)/\($0)" }.joined(separator: ", ")
            throw ToolFailure(message: "written by hand, and in the way: \(names)", exitCode: .usage)
        }
        if !writesNothing {
            do {
                try change.apply()
            } catch {
                throw ToolFailure(message: "cannot write \(folder): \(error.reason)", exitCode: .output)
            }
        }
        for item in change.items {
            let name = "\(folder)/\(item.path)"
            if check {
                try Output.write(UnifiedDiff.text(from: item.old, to: item.new, path: name))
            } else {
                let verb = item.new == nil ? "delete" : "write"
                try Output.write(dryRun ? "would \(verb) \(name)\n" : "\(verb) \(name)\n")
            }
        }
        return change.items.isEmpty
    }
}
