#if Tool
    import SwiftSyntax

    /// Names of types as they are written down in facts.
    ///
    /// Optionals, `any`, `some`, attributes and generic arguments are dropped: `any Service?` is `Service`. A function
    /// type is `->` and what it returns, an array `[Element]`.
    enum TypeName {
        /// The name for a type; nil for one without.
        static func of(_ type: TypeSyntax) -> String? {
            var current = type
            // Optionals and member types nest to the left without limit; a loop follows them.
            var suffix: [String] = []
            while true {
                switch current.as(TypeSyntaxEnum.self) {
                case .optionalType(let node): current = node.wrappedType
                case .implicitlyUnwrappedOptionalType(let node): current = node.wrappedType
                case .someOrAnyType(let node): current = node.constraint
                case .attributedType(let node): current = node.baseType
                case .tupleType(let node):
                    guard node.elements.count == 1, let only = node.elements.first else { return nil }
                    current = only.type
                case .memberType(let node):
                    suffix.append(name(node.name))
                    current = node.baseType
                case .metatypeType(let node):
                    guard let base = of(node.baseType) else { return nil }
                    return base + ".Type"
                case .identifierType(let node):
                    let name = name(node.name)
                    if suffix.isEmpty, name == "Optional",
                        let first = node.genericArgumentClause?.arguments.first?.argument.as(TypeSyntax.self)
                    {
                        current = first
                        continue
                    }
                    return ([name] + suffix.reversed()).joined(separator: ".")
                case .functionType(let node):
                    return of(node.returnClause.type).map { "->" + $0 }
                case .arrayType(let node):
                    return "[" + (of(node.element) ?? "_") + "]"
                case .dictionaryType(let node):
                    return "[:" + (of(node.value) ?? "_") + "]"
                case .compositionType(let node):
                    guard let first = node.elements.first else { return nil }
                    current = first.type
                default:
                    return nil
                }
            }
        }

        private static func name(_ token: TokenSyntax) -> String {
            let text = token.text
            return text.hasPrefix("`") && text.hasSuffix("`") && text.utf8.count > 2
                ? String(text.dropFirst().dropLast()) : text
        }
    }
#endif
