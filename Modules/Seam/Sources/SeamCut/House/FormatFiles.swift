import Foundation
import SeamKit

/// What the configuration of formatters says about lines, by the folders that it applies to.
///
/// The files come with the tree, so they may say anything: what is no sensible number says nothing. A link, a pipe or a file beyond
/// the limits isn't read.
struct FormatFiles {
    /// What a file says.
    struct Setting: Sendable, Equatable {
        /// The number of columns; nil if it says none.
        var limit: Int?
        /// One level of indentation; nil if it says none.
        var indentation: String?
        /// Whether the limit is the tool's own default, which people may not keep.
        var isImplied = false
        /// Whether the heads of functions may be longer.
        var freesHeads = false
        /// Whether the formatter takes `self` away where nothing demands it.
        var omitsSelf = false
    }

    /// Returns the content of a file of the tree; nil if there is none.
    let read: (_ path: String) -> String?

    /// Sensible limits of lines.
    private static let limits = 40...1000

    /// Returns what applies to a file: of each kind of configuration the nearest, and of the kinds the first that says something.
    func setting(of path: String) -> Setting {
        var result = Setting()
        for kind in [swiftFormat, swiftLint, nickLockwood, editorConfig] {
            let found = kind(path)
            if result.limit == nil, let limit = found.limit, Self.limits.contains(limit) {
                (result.limit, result.isImplied, result.freesHeads) = (limit, found.isImplied, found.freesHeads)
            }
            result.indentation = result.indentation ?? found.indentation
            result.omitsSelf = result.omitsSelf || found.omitsSelf
        }
        return result
    }

    /// The folders around a file from the inside out, each with a slash at its end; the tree's own is empty.
    private static func folders(around path: String) -> [String] {
        var names = path.split(separator: "/").dropLast()
        var result: [String] = []
        while !names.isEmpty {
            result.append(names.joined(separator: "/") + "/")
            names = names.dropLast()
        }
        return result + [""]
    }

    private func nearest(_ name: String, to path: String) -> String? {
        Self.folders(around: path).lazy.compactMap { read($0 + name) }.first
    }

    private static func spaces(_ count: Int) -> String? {
        (1...8).contains(count) ? String(repeating: " ", count: count) : nil
    }

    // MARK: - .swift-format

    private struct SwiftFormat: Decodable {
        var lineLength: Int?
        var indentation: Indentation?

        struct Indentation: Decodable {
            var spaces: Int?
            var tabs: Int?
        }
    }

    private func swiftFormat(_ path: String) -> Setting {
        let decoder = JSONDecoder()
        decoder.allowsJSON5 = true
        guard let text = nearest(".swift-format", to: path),
            let found = try? decoder.decode(SwiftFormat.self, from: Data(text.utf8))
        else { return Setting() }
        let tab = found.indentation?.tabs.map { _ in "\t" }
        // The formatter's own defaults.
        return Setting(
            limit: found.lineLength ?? 100,
            indentation: tab ?? Self.spaces(found.indentation?.spaces ?? 2)
        )
    }

    // MARK: - .swiftlint.yml

    private func swiftLint(_ path: String) -> Setting {
        guard let text = nearest(".swiftlint.yml", to: path) else { return Setting() }
        let lines = text.split(whereSeparator: \.isNewline).filter { !$0.drop { $0 == " " }.hasPrefix("#") }
        func list(_ key: String) -> [Substring]? {
            guard let start = lines.firstIndex(where: { $0.hasPrefix(key + ":") }) else { return nil }
            let inner = lines[(start + 1)...].prefix { $0.hasPrefix(" ") || $0.hasPrefix("-") || $0.hasPrefix("\t") }
            return [lines[start].dropFirst(key.count + 1)] + inner
        }
        func names(_ key: String) -> Bool? {
            list(key).map { $0.contains { $0.split { " -,[]\"'#".contains($0) }.contains("line_length") } }
        }
        let isOff = names("disabled_rules") == true || names("only_rules") == false
        if isOff { return Setting() }
        // A configuration on the network may say anything.
        guard list("parent_config") == nil || list("line_length") != nil else { return Setting() }
        guard let own = list("line_length") else { return Setting(limit: 120, isImplied: true) }
        // `line_length: 120`, a list, or a `warning` in a block or in braces.
        let words = own.joined(separator: " ").split { " ,{}[]\t".contains($0) }
        let warning = words.firstIndex { $0.hasPrefix("warning:") }
        let value = warning.flatMap { index in
            let rest = words[index].dropFirst("warning:".count)
            return rest.isEmpty ? words.dropFirst(index + 1).first : rest
        }
        return Setting(
            limit: value.map { Int($0) } ?? words.lazy.compactMap { Int($0) }.first ?? 120,
            freesHeads: own.contains { $0.contains("ignores_function_declarations: true") }
        )
    }

    // MARK: - .swiftformat

    private func nickLockwood(_ path: String) -> Setting {
        guard let text = nearest(".swiftformat", to: path) else { return Setting() }
        var setting = Setting(omitsSelf: true)
        for line in text.split(whereSeparator: \.isNewline) {
            let words = line.prefix { $0 != "#" }.split { $0 == " " || $0 == "," }
            guard words.count > 1 else { continue }
            let isNamed = words.contains("redundantSelf")
            switch words[0] {
            case "--maxwidth", "--max-width": setting.limit = Int(words[1])
            case "--indent":
                setting.indentation = words[1].hasPrefix("tab") ? "\t" : Int(words[1]).flatMap(Self.spaces)
            case "--self": setting.omitsSelf = setting.omitsSelf && words[1] == "remove"
            case "--disable": setting.omitsSelf = setting.omitsSelf && !isNamed
            case "--rules": setting.omitsSelf = setting.omitsSelf && isNamed
            default: break
            }
        }
        return setting
    }

    // MARK: - .editorconfig

    private func editorConfig(_ path: String) -> Setting {
        var result = Setting()
        for folder in Self.folders(around: path) {
            guard let text = read(folder + ".editorconfig") else { continue }
            let (setting, isRoot) = Self.editorConfig(text)
            result.limit = result.limit ?? setting.limit
            result.indentation = result.indentation ?? setting.indentation
            if isRoot { break }
        }
        return result
    }

    private static func editorConfig(_ text: String) -> (setting: Setting, isRoot: Bool) {
        var values: [String: String] = [:]
        // What stands before the first section is about the file itself.
        var isRoot = false
        var (isInSection, applies) = (false, false)
        for line in text.split(whereSeparator: \.isNewline) {
            let line = line.trimmingPrefix { $0.isWhitespace }
            if line.hasPrefix("[") {
                isInSection = true
                let pattern = line.dropFirst().prefix { $0 != "]" }
                let endings = pattern.split { "*.{}, ".contains($0) }
                applies = pattern.allSatisfy { $0 == "*" } || pattern.contains("*") && endings.contains("swift")
                continue
            }
            let parts = line.split(separator: "=", maxSplits: 1).map { part in
                part.prefix { $0 != "#" && $0 != ";" }.filter { !$0.isWhitespace }.lowercased()
            }
            guard parts.count == 2 else { continue }
            if !isInSection, parts[0] == "root" { isRoot = parts[1] == "true" }
            if applies { values[parts[0]] = parts[1] }
        }
        let size = values["indent_size"].flatMap { Int($0) } ?? values["tab_width"].flatMap { Int($0) }
        let indentation = values["indent_style"] == "tab" ? "\t" : size.flatMap(spaces)
        return (Setting(limit: values["max_line_length"].flatMap { Int($0) }, indentation: indentation), isRoot)
    }
}
