public import SeamKit

/// Finds the fallbacks of injected dependencies: `injectedAccount ?? .shared`.
public enum Fallbacks {
    /// Returns the uses that are fallbacks, in the map's order.
    ///
    /// A use is one if `??` and a name stand before it. A framework's accessor is often a default of another kind
    /// (`UserDefaults(suiteName: name) ?? .standard`), so there the name has to be one that `seam cut` gives.
    ///
    /// - Parameters:
    ///   - map: the map of a tree.
    ///   - read: returns the bytes of a file, by its path in the map; nil if it can't be read.
    public static func all(in map: CodeMap, read: (String) -> [UInt8]?) -> [Use] {
        let shapes = Dictionary(map.singletons.map { ($0.id, $0.shape) }, uniquingKeysWith: { first, _ in first })
        var found: [Use] = []
        var file: (path: String, bytes: [UInt8], lines: [Int]) = ("", [], [])
        // Uses are in order of files, so each is read once.
        for use in map.uses where use.path == .direct && !use.isTest {
            if file.path != use.file {
                let bytes = read(use.file) ?? []
                let ends = bytes.indices.filter { bytes[$0] == UInt8(ascii: "\n") }
                file = (use.file, bytes, [0] + ends.map { $0 + 1 })
            }
            guard file.lines.indices.contains(use.line - 1),
                let name = name(before: file.lines[use.line - 1] + use.column - 1, in: file.bytes)
            else { continue }
            let isForeign = shapes[use.singleton] == .framework || shapes[use.singleton] == .elsewhere
            if !isForeign || name.starts(with: "injected".utf8) { found.append(use) }
        }
        return found
    }

    /// Returns the name in `name ?? `, if that stands before an offset.
    private static func name(before offset: Int, in bytes: [UInt8]) -> ArraySlice<UInt8>? {
        guard offset <= bytes.count else { return nil }
        var rest = trimmed(bytes[..<offset])
        guard rest.suffix(2).elementsEqual("??".utf8) else { return nil }
        rest = trimmed(rest.dropLast(2))
        let name = rest.suffix(while: isWord)
        return name.isEmpty ? nil : name
    }

    private static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        bytes.dropLast(bytes.suffix(while: { $0 == 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }).count)
    }

    private static func isWord(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "_") || byte >= 0x80 || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
            || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }
}

extension ArraySlice {
    /// The elements at the end that fit.
    fileprivate func suffix(while fits: (Element) -> Bool) -> ArraySlice {
        self[(lastIndex { !fits($0) }.map { $0 + 1 } ?? startIndex)...]
    }
}
