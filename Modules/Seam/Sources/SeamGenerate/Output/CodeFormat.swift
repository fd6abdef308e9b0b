import Foundation
import SeamKit

/// The indentation and the length of lines from a `.swift-format` file.
public struct CodeFormat: Sendable, Hashable {
    /// One level of indentation.
    public var indentation: String
    /// The maximum length of a line in columns.
    public var lineLength: Int
    /// Whether code within `#if` is indented.
    public var indentsConditions: Bool

    /// Creates a format; the defaults are those of `swift format`.
    public init(indentation: String = "  ", lineLength: Int = 100, indentsConditions: Bool = true) {
        self.indentation = indentation
        self.indentsConditions = indentsConditions
        self.lineLength = lineLength
    }

    /// Creates a format from the content of a `.swift-format` file; nil if it isn't one.
    init?(json: Data) {
        guard Self.isUsable(json), let settings = try? JSONDecoder().decode(Settings.self, from: json) else {
            return nil
        }
        self.init()
        if let spaces = settings.indentation?.spaces { indentation = String(repeating: " ", count: spaces) }
        if let tabs = settings.indentation?.tabs { indentation = String(repeating: "\t", count: tabs) }
        lineLength = settings.lineLength ?? lineLength
        indentsConditions = settings.indentConditionalCompilationBlocks ?? indentsConditions
    }

    /// Returns the format that a `.swift-format` file describes, or the default if there is no file.
    public static func of(file: String?) -> CodeFormat {
        file.flatMap(settings).flatMap { CodeFormat(json: $0) } ?? CodeFormat()
    }

    /// Returns why a `.swift-format` file can't be used; nil if it can.
    public static func refusal(of file: String) -> String? {
        guard settings(of: file) == nil else { return nil }
        return "\(file) isn't used: it can't be read, isn't JSON, or has a number that isn't 0 to 1000"
    }

    /// Returns the content of a `.swift-format` file; nil if it can't be read, or may not be used.
    private static func settings(of file: String) -> Data? {
        FileReader.bytes(at: file, limit: 1 << 20).map { Data($0) }.flatMap { isUsable($0) ? $0 : nil }
    }

    /// Whether all numbers are lengths and depths of code. The file may be anybody's: an indentation of a thousand million spaces
    /// exhausts the memory.
    private static func isUsable(_ json: Data) -> Bool {
        guard let object = try? JSONSerialization.jsonObject(with: json) else { return false }
        var open = [object]
        while let next = open.popLast() {
            if let number = next as? NSNumber, !(0...1_000).contains(number.doubleValue) { return false }
            if let list = next as? [Any] { open += list }
            if let map = next as? [String: Any] { open += map.values }
        }
        return true
    }

    /// Returns the path of the nearest `.swift-format` in `folder` or above it; nil if there is none.
    public static func file(nearestTo folder: String) -> String? {
        var folder = URL(fileURLWithPath: folder).standardizedFileURL
        while true {
            let file = folder.appending(path: ".swift-format").path
            var status = stat()
            // Nobody waits for a pipe in its place.
            if stat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG { return file }
            guard folder.path != "/" else { return nil }
            folder = folder.deletingLastPathComponent().standardizedFileURL
        }
    }

    private struct Settings: Decodable {
        struct Indentation: Decodable {
            var spaces: Int?
            var tabs: Int?
        }

        var indentation: Indentation?
        var lineLength: Int?
        var indentConditionalCompilationBlocks: Bool?
    }
}
