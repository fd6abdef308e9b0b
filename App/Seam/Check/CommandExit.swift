import ArgumentParser
import Foundation
import SeamCheck

/// How commands that check end: with a code, and with what went wrong on standard error.
enum CommandExit {
    /// Configuration or usage.
    static let configuration: Int32 = 2

    /// The code of a command; what it throws becomes a code and a text.
    static func running(_ body: () throws -> Int32) -> Int32 {
        do {
            return try body()
        } catch let failure as CheckFailure {
            let text = failure.description
            write((text.contains("error:") ? text : "error: \(text)") + "\n", to: .standardError)
            return failure.isUnreadable ? CheckReport.Outcome.unreadable.rawValue : configuration
        } catch let error as ValidationError {
            write("error: \(error.message)\n", to: .standardError)
            return configuration
        } catch {
            write("error: \(error)\n", to: .standardError)
            return configuration
        }
    }

    /// The folder with the `seam.yml` that is nearest to the first of `paths`.
    static func root(above paths: [String]) throws(CheckFailure) -> String {
        let path = paths.first ?? "."
        guard let root = CheckRun.root(above: path) else { throw .noConfiguration(path) }
        return root
    }

    static func write(_ text: String, to handle: FileHandle) {
        // A reader that went away (`seam check | head`) is no failure of the check.
        try? handle.write(contentsOf: Data(text.utf8))
    }
}
