import SeamKit
import SwiftSyntax

/// Where a caller's property stands, or has to be inserted.
struct PropertyPlace {
    let owner: OwnerDecl
    /// The name of the property that is there already.
    let existing: String?
    private let file: ParsedFile
    private let access: String

    /// Finds the place; nil if no declaration in the file serves all `sites`.
    init?(_ site: Site, sites: [Site], service: Service, in file: ParsedFile) {
        guard let own = site.owner else { return nil }
        self.file = file
        access = site.access.trimmedDescription.filter { !$0.isWhitespace }
        let same = own.isLocal ? [own] : file.owners.filter { $0.name == own.name && !$0.isLocal }
        let text = access
        for candidate in same where !candidate.isConstrained {
            let names = candidate.memberDecls.compactMap {
                ExistingProperty.gathered($0, access: text, service: service)
            }
            if let name = names.first {
                (owner, existing) = (candidate, name)
                return
            }
        }
        existing = nil
        let primary = same.first { $0.kind != .extension && $0.kind != .protocol }
        let general = same.filter { Self.isGeneral($0) && $0.kind != .protocol }
        if let best = primary.flatMap({ Self.isGeneral($0) ? $0 : nil }) ?? general.first {
            owner = best
            return
        }
        // All uses in the one extension share its conditions.
        guard sites.allSatisfy({ $0.owner?.node.id == own.node.id }), own.kind != .protocol else { return nil }
        owner = own
    }

    private static func isGeneral(_ owner: OwnerDecl) -> Bool {
        !owner.isConstrained && !owner.isConditional
            && !owner.attributes.contains {
                $0.as(AttributeSyntax.self)?.attributeName.trimmedDescription == "available"
            }
    }

    /// The edit that declares the property at the start of the type.
    func insertion(of name: String, for service: Service, ownerIsolation: Isolation) -> TextEdit {
        let base = access.prefix { $0 != "." }
        let isImplicit =
            service.isOwnType && !service.isOptional
            && (access.hasPrefix(service.type + ".") || base == service.type)
        let call = service.accessor.isFunction ? "()" : ""
        let spelled =
            PropertyName.keywords.contains(service.accessor.name)
            ? "`\(service.accessor.name)`" : service.accessor.name
        let value = isImplicit ? ".\(spelled)\(call)" : access
        let prefix = prefix(service.isolation, ownerIsolation)
        let declaration = "\(prefix)private var \(name): \(service.type) { \(value) }"
        return insertion(of: declaration)
    }

    private func prefix(_ isolation: Isolation, _ ownerIsolation: Isolation) -> String {
        switch isolation {
        case .nonisolated: ownerIsolation == .nonisolated ? "" : "nonisolated "
        case .actor(let name): ownerIsolation == isolation ? "" : "@\(name) "
        case .unknown: ""
        }
    }

    private func insertion(of declaration: String) -> TextEdit {
        let brace = owner.members.leftBrace.endPositionBeforeTrailingTrivia.utf8Offset
        let newline = file.newline
        let indent = memberIndent
        var end = brace
        // A comment behind the brace stays where it is.
        let line = file.bytes[brace...].prefix { $0 != UInt8(ascii: "\n") }
        let rest = String(decoding: line, as: UTF8.self)
        let trimmed = rest.drop { $0.isWhitespace }
        if trimmed.isEmpty || trimmed.hasPrefix("//"), brace + line.count < file.bytes.count {
            end = brace + line.count + 1
            let next = String(decoding: file.bytes[end...].prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
            let isFollowed = !next.allSatisfy(\.isWhitespace) && !next.drop { $0.isWhitespace }.hasPrefix("}")
            return TextEdit(
                offset: end,
                old: "",
                new: indent + declaration + newline + (isFollowed ? newline : "")
            )
        }
        let closing = file.indent(of: brace)
        let isEmpty = trimmed.hasPrefix("}")
        let lead = isEmpty ? closing : indent
        let blank = String(decoding: file.bytes[brace...].prefix { $0 == UInt8(ascii: " ") }, as: UTF8.self)
        return TextEdit(offset: brace, old: blank, new: newline + indent + declaration + newline + lead)
    }

    /// The spaces before members.
    private var memberIndent: String {
        let outer = file.indent(of: owner.node.positionAfterSkippingLeadingTrivia.utf8Offset)
        if let first = owner.members.members.first {
            let offset = first.positionAfterSkippingLeadingTrivia.utf8Offset
            let start = file.lineStart(of: offset)
            if start > owner.members.leftBrace.position.utf8Offset {
                let indent = file.indent(of: offset)
                if start + indent.utf8.count == offset { return indent }
            }
        }
        return outer + (outer.contains("\t") ? "\t" : "    ")
    }
}
