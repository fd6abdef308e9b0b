import SeamKit

extension CodeTree {
    /// Returns the names of the files of Interface Builder whose objects programs make before they call their delegates; those of all
    /// files if the settings don't say it.
    ///
    /// - Parameter keys: those of property lists that name such a file.
    func mainInterfaces(named keys: [String]) -> Set<String> {
        let manifests = Set(sources.withoutTests.compactMap { module($0.module)?.manifest })
        let plists = sources.otherFiles.resources.filter { $0.hasSuffix(".plist") }
        let named = (plists + sources.otherFiles.settings + manifests).reduce(into: Set<String>()) { names, path in
            let text = String(decoding: bytes(path) ?? [], as: UTF8.self)
            for key in keys { names.formUnion(Self.values(of: key, in: text)) }
        }
        if named.contains(where: { $0.contains("$") }) { return Set(sources.interfaces.values.joined()) }
        var (found, open) = (Set<String>(), Array(named))
        while let next = open.popLast() {
            if found.insert(next).inserted { open += sources.interfaceReferences[next] ?? [] }
        }
        return found
    }

    /// Returns the names of the files of Interface Builder that refer to one of these, directly or by others.
    func interfaces(referringTo names: Set<String>) -> Set<String> {
        var (found, open) = (Set<String>(), Array(names))
        while let next = open.popLast() {
            let others = sources.interfaceReferences.filter { $0.value.contains(next) }.keys
            open += others.filter { found.insert($0).inserted }
        }
        return found
    }

    /// Returns the values that a property list, a project or a file of settings has for a key; `$` for one that isn't written there.
    private static func values(of key: String, in text: String) -> [String] {
        text.split(separator: key, omittingEmptySubsequences: false).dropFirst().map { rest in
            let line = rest.prefix { $0 != ";" && !$0.isNewline }
            guard line.contains("</key>") else {
                return String(line.drop { "~=: \t".contains($0) }.filter { !"\"' \t".contains($0) })
            }
            return rest.split(separator: "<string>").dropFirst().first.map { String($0.prefix { $0 != "<" }) } ?? "$"
        }
    }
}
