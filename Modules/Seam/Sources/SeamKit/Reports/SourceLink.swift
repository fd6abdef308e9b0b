import Foundation

/// A pattern for links from a report to a place in the sources: `vscode://file/{path}:{line}`.
public struct SourceLink: Sendable, Equatable {
    /// The schemes of editors and of web views. Others, such as `javascript`, are rejected.
    public static let schemes = [
        "http", "https", "vscode", "vscode-insiders", "vscodium", "cursor", "windsurf", "zed", "xcode", "idea", "txmt",
        "subl", "mvim", "nova", "emacs", "file",
    ]

    private let pattern: String
    /// The folder that contains the paths; empty if they stay relative to the tree.
    private let folder: String

    /// Reads a pattern.
    ///
    /// `{line}` and `{column}` count from 1. `{path}` is the path within the tree for `http` and `https`, and an
    /// absolute path for editors.
    ///
    /// - Parameters:
    ///   - pattern: an address with `{path}` in it.
    ///   - root: absolute path of the tree.
    /// - Throws: `SourceLinkError` with what is wrong with the pattern.
    public init(pattern: String, root: String) throws(SourceLinkError) {
        guard let colon = pattern.firstIndex(of: ":"), Self.schemes.contains(pattern[..<colon].lowercased()) else {
            throw SourceLinkError("--link must begin with one of the schemes \(Self.schemes.joined(separator: ", "))")
        }
        guard pattern.contains("{path}") else { throw SourceLinkError("--link must contain {path}") }
        let rest = ["path", "line", "column"].reduce(pattern) { $0.replacing("{\($1)}", with: "") }
        guard !rest.contains(where: { "{}<>\"' ".contains($0) || $0.isNewline || !$0.isASCII }) else {
            throw SourceLinkError("--link knows {path}, {line} and {column}; write other characters percent-encoded")
        }
        self.pattern = pattern
        let isWeb = pattern.lowercased().hasPrefix("http")
        // Patterns often contain the slash that an absolute path begins with.
        let hasSlash = pattern.contains("/{path}")
        folder = isWeb ? "" : (hasSlash && root.hasPrefix("/") ? String(root.dropFirst()) : root) + "/"
    }

    /// Returns the address of a place.
    public func address(of path: String, line: Int, column: Int = 1) -> String {
        pattern.replacing("{line}", with: "\(line)").replacing("{column}", with: "\(column)")
            .replacing("{path}", with: Self.encoded(folder + path))
    }

    private static let plain = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/".utf8)

    /// Returns a text for an address, in which all but plain ASCII is percent-encoded.
    static func encoded(_ path: String) -> String {
        var result = ""
        for byte in path.utf8 {
            if plain.contains(byte) {
                result.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                result += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }
        return result
    }
}

/// What is wrong with a pattern for links.
public struct SourceLinkError: Error, Equatable {
    /// A sentence for people.
    public let message: String

    init(_ message: String) {
        self.message = message
    }
}
