import SeamKit
import SwiftSyntax

extension TypeIndex {
    /// Returns the declarations and extensions of the type with this name, with the names of the types around it.
    func parts(of name: String) -> [SeamKit.Declaration] {
        declarations(of: name).filter { $0.owner.name == name }.compactMap { found in
            found.owner.node.as(DeclSyntax.self).map { SeamKit.Declaration($0, in: found.file.document) }
        }
    }

    /// Returns the type that a name means inside of another; nil if the tree doesn't declare it there, or more than once.
    ///
    /// - Parameter scope: the type around the place, with those around it; nil for none.
    func typeName(_ name: String, inside scope: String?) -> String? {
        let all = declarations(of: name).filter { $0.owner.kind != .extension && !$0.owner.isLocal }
        var names = scope?.split(separator: ".").map(String.init) ?? []
        while true {
            let full = (names + [name]).joined(separator: ".")
            let found = all.filter { $0.owner.name == full }
            if !found.isEmpty { return found.count == 1 ? full : nil }
            guard !names.isEmpty else { return nil }
            names.removeLast()
        }
    }

    /// Returns what the files of the tree declare outside of types under a name; nil if too many files say it to look at them.
    func globals(_ name: String) -> [SeamKit.Declaration]? {
        let paths = paths(saying: name)
        guard paths.count <= 200 else { return nil }
        return paths.compactMap { file($0) }.flatMap { file in
            file.document.declarations.flattened.filter { $0.kind == .function && $0.name == name || $0.binds(name) }
        }
    }
}

extension SeamKit.Declaration {
    /// Whether it is a property of this name, or several with one of it.
    func binds(_ name: String) -> Bool { kind == .property && bindings.contains { $0.name == name } }
}
