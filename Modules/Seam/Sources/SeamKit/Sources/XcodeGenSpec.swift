import Yams

/// The targets of a `project.yml` of XcodeGen, as its reference of the format says:
/// https://github.com/yonaskolb/XcodeGen/blob/master/Docs/ProjectSpec.md
struct XcodeGenSpec {
    private var targets: [(name: String, node: Node)] = []
    private var templates: [String: Node] = [:]
    private var list = TargetList(origin: .xcodeGen)
    /// The number of sources that may still be listed: many targets can have one template with many.
    private var room = 10 * TargetList.limit

    static func list(in text: String, at path: String, read: (String) -> String?) -> TargetList? {
        var spec = Self()
        var open = [(path: path, text: text)]
        var seen: Set<String> = [path]
        while let (path, text) = open.popLast() {
            guard let root = Self.root(of: text), root.mapping != nil else {
                if seen.count == 1 { return nil }
                spec.list.unread.append("the included \(path)")
                continue
            }
            for name in Self.texts(of: root["include"]) {
                let other = RelativePath.join(RelativePath.folder(of: path), with: name)
                guard seen.insert(other).inserted else { continue }
                guard let text = read(other) else {
                    spec.list.unread.append("the included \(name)")
                    continue
                }
                open.append((other, text))
            }
            for (key, node) in root["targets"]?.mapping ?? [:] { key.string.map { spec.targets.append(($0, node)) } }
            for (key, node) in root["targetTemplates"]?.mapping ?? [:] {
                if let name = key.string, spec.templates[name] == nil { spec.templates[name] = node }
            }
        }
        guard !spec.targets.isEmpty else { return nil }
        // A target of an included file is the same target.
        for (name, nodes) in Dictionary(grouping: spec.targets, by: \.name).sorted(by: { $0.key < $1.key }) {
            spec.add(name, nodes: nodes.map(\.node))
        }
        return spec.list
    }

    /// Returns the root of a document; nil if it isn't YAML, or takes too long: a few aliases can stand for more nodes than anybody
    /// can compare.
    private static func root(of text: String) -> Node? {
        let isYAML = Deadline.value(within: 8, andFor: text.utf8.count) { (try? compose(yaml: text)) != nil }
        return isYAML == true ? try? compose(yaml: text) : nil
    }

    private mutating func add(_ name: String, nodes: [Node]) {
        var target = TargetList.Target(alias: XcodeProject.identifier(for: name))
        // What the target says itself comes last.
        var parts: [(node: Node, attributes: Node?)] = []
        var open = nodes.map { (node: $0, attributes: Node?.none) }
        var seen: Set<String> = []
        while let part = open.popLast() {
            parts.append(part)
            for template in Self.texts(of: part.node["templates"]) where seen.insert(template).inserted {
                guard let node = templates[template] else {
                    list.unread.append("the template \(template)")
                    continue
                }
                open.append((node, part.node["templateAttributes"] ?? part.attributes))
            }
        }
        for part in parts.reversed() {
            func resolved(_ text: String) -> String { Self.resolved(text, in: name, attributes: part.attributes) }
            if let type = part.node["type"]?.string { target.isTest = type.contains("test") }
            for settings in [part.node["settings"], part.node["settings"]?["base"]] {
                for key in ["PRODUCT_NAME", "PRODUCT_MODULE_NAME"] {
                    guard let value = settings?[key]?.scalar?.string.nonEmpty else { continue }
                    if !resolved(value).contains("$") { target.module = XcodeProject.identifier(for: resolved(value)) }
                }
            }
            for source in Self.items(of: part.node["sources"]) {
                room -= 1
                guard room >= 0 else {
                    list.unread.append("sources of \(name)")
                    break
                }
                guard let path = (source["path"] ?? source).scalar.map({ resolved($0.string) }), !path.contains("$")
                else {
                    list.unread.append("a source of \(name)")
                    continue
                }
                func patterns(for key: String) -> [PathPattern] {
                    Self.texts(of: source[key]).map {
                        PathPattern(RelativePath.join(path, with: resolved($0)), kind: .folders)
                    }
                }
                let includes = patterns(for: "includes")
                target.sources += includes.isEmpty ? [PathPattern(RelativePath.normal(path), kind: .path)] : includes
                target.exclude += patterns(for: "excludes")
            }
            for dependency in Self.items(of: part.node["dependencies"]) {
                let keys = ["target", "product", "package", "framework"]
                guard let other = keys.lazy.compactMap({ dependency[$0]?.scalar?.string }).first else { continue }
                target.dependencies.append(XcodeProject.identifier(for: RelativePath.name(of: resolved(other))))
            }
        }
        list.targets.append(target)
    }

    /// Returns a text with the values of the attributes in it; `$` if it is longer than a path.
    private static func resolved(_ text: String, in target: String, attributes: Node?) -> String {
        var text = text
        for (key, value) in attributes?.mapping ?? [:] {
            guard let key = key.string, let value = value.scalar?.string else { continue }
            text = text.replacing("${\(key)}", with: value)
            // Attributes may name each other, so a few can stand for any length.
            guard text.utf8.count <= TargetList.pathLimit else { return "$" }
        }
        return text.replacing("${target_name}", with: target)
    }

    private static func items(of node: Node?) -> [Node] {
        node?.sequence.map(Array.init) ?? (node.map { $0.scalar?.string == "" ? [] : [$0] } ?? [])
    }

    private static func texts(of node: Node?) -> [String] {
        items(of: node).compactMap { ($0.mapping?["path"] ?? $0).scalar?.string }
    }
}

extension String {
    fileprivate var nonEmpty: String? { isEmpty ? nil : self }
}
