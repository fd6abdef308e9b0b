import Foundation

/// Where a report goes.
enum Output {
    /// Writes to the file of this path, or to standard output.
    ///
    /// A file is replaced in one step, so that nobody reads half a report. What is there and is no file, such as
    /// `/dev/null` or a pipe, is written to and stays what it is.
    static func write(_ text: String, to path: String?) throws(ToolFailure) {
        let data = Data(text.utf8)
        guard let path else {
            FileHandle.standardOutput.write(data)
            return
        }
        let url = URL(fileURLWithPath: path)
        do {
            var known = stat()
            if stat(path, &known) == 0, known.st_mode & S_IFMT != S_IFREG {
                let handle = try FileHandle(forWritingTo: url)
                try handle.write(contentsOf: data)
                try handle.close()
            } else {
                try data.write(to: url, options: .atomic)
            }
        } catch {
            throw ToolFailure(message: "cannot write \(path)", exitCode: .usage)
        }
    }
}
