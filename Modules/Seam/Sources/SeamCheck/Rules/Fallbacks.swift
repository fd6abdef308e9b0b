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
        var file: (path: String, text: SourceText) = ("", SourceText([]))
        // Uses are in order of files, so each is read once.
        for use in map.uses where use.path == .direct && !use.isTest {
            if file.path != use.file { file = (use.file, SourceText(read(use.file) ?? [])) }
            guard let name = file.text.nameBeforeFallback(line: use.line, column: use.column) else { continue }
            let isForeign = shapes[use.singleton] == .framework || shapes[use.singleton] == .elsewhere
            if !isForeign || name.starts(with: "injected".utf8) { found.append(use) }
        }
        return found
    }
}
