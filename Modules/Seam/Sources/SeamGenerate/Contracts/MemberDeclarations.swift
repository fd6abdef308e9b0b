import SeamKit

/// The members of a type, and what their declarations say about their values.
struct MemberDeclarations {
    private var properties: [String: [Property]] = [:]
    private var methods: [String: [Declaration]] = [:]

    private typealias Property = (declaration: Declaration, binding: Declaration.Binding)

    init(of type: String, in sources: [SwiftDocument]) {
        let name = type.lastPart
        for source in sources where source.text.contains(name) {
            let types = source.types.filter { ($0.isConcreteType || $0.kind == .extension) && $0.name.lastPart == name }
            for member in types.flatMap(\.members) {
                if member.kind == .property {
                    for binding in member.bindings { properties[binding.name, default: []].append((member, binding)) }
                } else if member.kind == .function {
                    let title = MemberNames.title(of: member.writtenName, labels: member.parameters.map(\.writtenLabel))
                    methods[title, default: []].append(member)
                }
            }
        }
    }

    /// Returns the property if it is declared once, without attributes.
    private func plain(named name: String) -> Property? {
        guard let all = properties[name], all.count == 1, all[0].declaration.attributes.isEmpty else { return nil }
        return all[0]
    }

    /// Returns whether a property only stores what it was set to.
    func isStored(_ name: String) -> Bool {
        guard let property = plain(named: name) else { return false }
        let declaration = property.declaration
        return !declaration.isStatic && !declaration.hasModifier("lazy", "weak", "override")
            && declaration.bindings.allSatisfy { $0.accessors.isEmpty && !$0.hasGetterBody }
    }

    /// Returns whether reading a property gives the same value until something else is set.
    func isSteady(property name: String) -> Bool {
        isStored(name) || plain(named: name)?.binding.computedValue.map { isSteady($0, names: []) } ?? false
    }

    /// Returns whether a method, by its name with labels, gives the same result until something else is set.
    func isSteady(method title: String) -> Bool {
        guard let all = methods[title], all.count == 1, let value = all[0].returnedValue else { return false }
        return isSteady(value, names: Set(all[0].parameters.map(\.name)))
    }

    /// Members of the standard library's values that depend on the value alone.
    private static let values: Set<String> = [
        "count", "isEmpty", "first", "last", "description", "keys", "values", "uppercased", "lowercased", "hasPrefix",
        "hasSuffix", "contains", "sorted", "reversed", "joined", "rawValue", "prefix", "suffix", "dropFirst",
        "dropLast",
    ]
    private static let types: Set<String> = ["String", "Int", "Double", "Bool", "Array", "Set"]
    private static let operators: Set<String> = ["+", "-", "*", "==", "!=", "<", ">", "<=", ">=", "&&", "||", "??"]

    private func isSteady(_ value: CodeValue, names: Set<String>) -> Bool {
        func all(_ values: [CodeValue]) -> Bool { values.allSatisfy { isSteady($0, names: names) } }
        switch value {
        case .literal: return true
        case .text(let segments):
            return segments.allSatisfy {
                if case .value(let value) = $0 { isSteady(value, names: names) } else { true }
            }
        case .list(let values), .tuple(let values): return all(values)
        case .name(let name): return names.contains(name) || isStored(name)
        case .member(.name("self"), let name): return isStored(name)
        case .member(let base?, let name): return Self.values.contains(name) && isSteady(base, names: names)
        case .call(let call):
            guard !call.hasClosure, all(call.arguments.map(\.value)) else { return false }
            switch call.callee {
            case .name(let name): return Self.types.contains(name)
            case .member: return isSteady(call.callee, names: names)
            default: return false
            }
        case .operation(let values, let operators): return Self.operators.isSuperset(of: operators) && all(values)
        case .member(nil, _), .other: return false
        }
    }
}

extension String {
    /// The last part of a name with dots, without generic arguments and backticks.
    var lastPart: String {
        let plain = prefix { $0 != "<" }
        return (plain.split(separator: ".").last.map(String.init) ?? String(plain)).withoutBackticks
    }
}
