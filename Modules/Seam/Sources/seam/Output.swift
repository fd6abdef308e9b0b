import Foundation
import SeamKit

/// The one way in which the tool writes: to standard output, or to a file.
enum Output {
    /// Writes a text to the file at `path`, or to standard output.
    ///
    /// - Parameters:
    ///   - text: what to write.
    ///   - path: path of the file; nil for standard output.
    ///   - replacesAny: whether an existing file is replaced that is no report of this tool.
    ///   - done: what was done before, for the message if the text can't be written.
    static func write(
        _ text: String,
        to path: String? = nil,
        replacesAny: Bool = false,
        done: String? = nil
    ) throws(ToolFailure) {
        let bytes = Array(text.utf8)
        if let path, !replacesAny, !isReplaceable(path) {
            let message = "\(path) exists and is no report of seam; --force replaces it"
            throw ToolFailure(message: message, exitCode: .usage)
        }
        do throws(FileWriter.Failure) {
            guard let path else { return try FileWriter.write(bytes, to: STDOUT_FILENO) }
            try FileWriter.replace(path, with: bytes)
        } catch {
            let place = path ?? "standard output"
            let rest = done.map { "; \($0)" } ?? ""
            throw ToolFailure(message: "cannot write \(place): \(error.reason)\(rest)", exitCode: .output)
        }
    }

    /// Whether nothing but a report would be lost: there is no file, it is empty, or a report of this tool is in it.
    private static func isReplaceable(_ path: String) -> Bool {
        var known = stat()
        guard stat(path, &known) == 0, known.st_mode & S_IFMT == S_IFREG, known.st_size > 0 else { return true }
        guard !path.hasSuffix(".swift") else { return false }
        return FileReader.text(at: path, limit: SourceLimits.storedSize).map(isReport) ?? false
    }

    /// What each report has and hardly anything else.
    static func isReport(_ text: String) -> Bool {
        let marks = [
            "\"format\" : \"seam-", "\"name\" : \"seam\"", "<meta name=\"generator\" content=\"seam\">",
            "class=\"seam-picture\"", "%% seam map", "# HELP seam_uses ", "<!-- seam progress -->",
            "date,commit,singleton,module,owner,state,reason,count",
        ]
        if marks.contains(where: text.contains) { return true }
        let first = text.prefix { !$0.isNewline }
        return first.contains(/^[\d,]+ singletons?, [\d,]+ uses?/) || first.hasPrefix("The index knows ")
            || first.contains(/^[\d,]+ uses? to move, in \d/) || first.contains(/^\d+ new singletons?, \d+ gone/)
            || first.hasPrefix("No singleton and no use came")
            || text.contains(/\d+ known of \d+ in the baseline/)
    }
}
