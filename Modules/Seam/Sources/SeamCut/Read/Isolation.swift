import SeamKit

/// The actor that a declaration is isolated to, according to the sources.
enum Isolation: Equatable {
    case nonisolated
    /// A global actor, by the name of its attribute.
    case actor(String)
    case unknown
}

/// Determines isolation from attributes, superclasses and protocols.
struct IsolationReader {
    let index: CodeTree

    /// Types outside the tree that have no isolation of their own.
    private static let plain: Set<String> = [
        "NSObject", "Sendable", "Codable", "Encodable", "Decodable", "Equatable", "Hashable", "Comparable",
        "Identifiable", "CaseIterable", "CustomStringConvertible", "CustomDebugStringConvertible", "Error",
        "LocalizedError", "AnyObject", "ObservableObject", "RawRepresentable", "String", "Int", "XCTestCase",
        "ExpressibleByStringLiteral", "Sequence", "IteratorProtocol", "Collection", "OptionSet", "NSCoding",
        "NSSecureCoding", "NSCopying", "JSONDecoder", "JSONEncoder", "Operation", "URLProtocol",
    ]
    /// Protocols outside the tree that imply the main actor.
    private static let main: Set<String> = [
        "View", "ViewModifier", "App", "Scene", "NSViewController", "NSView", "NSWindowController", "NSWindow",
        "UIApplicationDelegate", "NSApplicationDelegate", "ToolbarContent", "Commands", "PreviewProvider",
        "ButtonStyle", "PrimitiveButtonStyle", "UIViewRepresentable", "UIViewControllerRepresentable",
        "NSViewRepresentable", "NSViewControllerRepresentable", "UIButton", "UILabel", "UITextField", "NSControl",
        "NSButton", "NSTextField", "NSTableCellView", "NSCollectionViewItem", "NSPanel",
        "NSTextView", "NSScrollView", "NSOutlineView", "NSTableView", "NSSplitViewController", "NSTabViewController",
    ]

    /// Returns the isolation of declarations in a type that specify none themselves.
    func isolation(of owner: OwnerDecl, in file: ParsedFile) -> Isolation {
        var seen: Set<String> = []
        return isolation(of: owner, in: file, &seen)
    }

    /// Returns the isolation that attributes and modifiers specify; nil if they specify none.
    func explicit(_ decl: some AnyCodeNode) -> Isolation? {
        if decl.modifierList.says("nonisolated") { return .nonisolated }
        return decl.attributeList.names.first(where: index.globalActors.contains).map { .actor($0) }
    }

    private func isolation(of owner: OwnerDecl, in file: ParsedFile, _ seen: inout Set<String>) -> Isolation {
        guard seen.insert("\(file.path) \(owner.node.offset)").inserted else { return .nonisolated }
        if let explicit = explicit(owner.node) { return explicit }
        if owner.kind == .actor { return .unknown }
        if owner.kind == .extension {
            let type = index.declaration(of: owner)
            let own = type.map { isolation(of: $0.owner, in: $0.file, &seen) } ?? Self.foreign(owner.name)
            if own != .nonisolated { return own }
        }
        var result = Isolation.nonisolated
        for name in owner.inherited {
            let found: Isolation
            if let type = index.type(name, in: owner) {
                found = isolation(of: type.owner, in: type.file, &seen)
            } else {
                found = Self.foreign(name)
            }
            switch found {
            case .actor: return found
            case .unknown: result = .unknown
            case .nonisolated: break
            }
        }
        if result == .nonisolated {
            switch index.defaultIsolation(ofFile: file.path) {
            case .nonisolated: break
            case .mainActor: return .actor("MainActor")
            case .unknown: return .unknown
            }
        }
        return result
    }

    /// Returns the isolation of a type outside the tree.
    static func foreign(_ name: String) -> Isolation {
        let simple = name.lastName
        if plain.contains(simple) || Frameworks.isPlainClass(simple) { return .nonisolated }
        let isUIKit =
            simple.hasPrefix("UI")
            && (simple.hasSuffix("Controller") || simple.hasSuffix("View")
                || simple.hasSuffix("Cell") || simple.hasSuffix("Control") || simple.hasSuffix("Window"))
        return main.contains(simple) || isUIKit ? .actor("MainActor") : .unknown
    }
}
