import SeamKit

/// A late read in code that an earlier cut wrote, where the caller can read the accessor when it is made.
///
/// The stored optional and the computed property become one stored property.
struct LateUpgrade {
    let name: String
    let owner: OwnerDecl
    let form: CallerForm
    let file: ParsedFile
    let edits: [TextEdit]

    /// Finds the form for the property around a fallback; nil if that isn't a late read, or has to stay one.
    init?(_ access: Access) {
        let (request, instance) = (access.request, access.instance)
        guard request.options.stage == .inject, request.options.usesHolders, access.isFallback,
            !access.context.isConditional, let owner = access.owner, !owner.isLocal,
            let late = LateProperty(access.context, of: owner, index: access.index), late.isPrivate,
            late.type == instance.type,
            let stored = owner.variables.first(where: { $0.parts.first?.written == late.stored })
        else { return nil }
        let full = (access.context.isImplicit ? instance.type.text : "") + access.context.access.code
        let users = Set(zip(request.uses, request.typesAround).lazy.filter { !$0.0.isTest }.compactMap(\.1))
        // Of a superclass that uses it, nobody knows here whether it shares a property.
        let recipient = Recipient(
            request: request,
            instance: instance,
            owner: owner,
            file: access.file,
            property: late.name,
            users: users,
            sharers: users.subtracting([request.index.id(of: owner)].compactMap(\.self)),
            accessor: full,
            isUpgrade: true
        )
        guard recipient.isEarlyButForItsForm else { return nil }
        let change = Change(late: late, stored: stored, recipient: recipient)
        guard let (form, edits) = change.byInitializers(access) ?? change.byVariable() else { return nil }
        (name, self.owner, file, self.form, self.edits) = (late.name, owner, access.file, form, edits)
    }

    private struct Change {
        let late: LateProperty
        let stored: PropertyNode
        let recipient: Recipient

        private var index: CodeTree { recipient.index }
        private var owner: OwnerDecl { recipient.owner }
        private var file: ParsedFile { recipient.file }

        /// All initializers take the instance, and nothing but the computed property reads the optional.
        func byInitializers(_ access: Access) -> (CallerForm, [TextEdit])? {
            guard let found = FallbackReader(access: access).read(), !found.takers.isEmpty,
                late.isWhole(in: found.takers, of: owner, index: index),
                found.takers.allSatisfy({ $0.file.path == file.path && $0.obstacle(in: owner, index) == nil })
            else { return nil }
            // A call may pass an optional.
            let form: CallerForm = recipient.needsOptional || isPassed(late.name) ? .optional : .argument
            let type = recipient.instance.type
            let parameter =
                form == .optional
                ? "\(late.name): \(recipient.instance.optionalType) = nil"
                : "\(late.name): \(type) = \(recipient.value)"
            let value = form == .optional ? "\(late.name) ?? \(recipient.value)" : late.name
            var edits = property("private let \(late.name): \(type)")
            for taker in found.takers {
                guard case .late(let assignment) = taker.fallback, let old = taker.parameter else { return nil }
                edits.append(file.replacement(old.namesToValue, with: parameter))
                edits.append(TextEdit(replacing: assignment, with: "self.\(late.name) = \(value)"))
            }
            return (form, edits)
        }

        /// A variable that nothing sets.
        func byVariable() -> (CallerForm, [TextEdit])? {
            guard !stored.isLet, recipient.canBeVariable, recipient.instance.isolation == .nonisolated,
                !recipient.needsOptional, !recipient.isIsolated || recipient.isReadOnOwnActor,
                !isSaidElsewhere
            else { return nil }
            let value = recipient.value
            let type = recipient.instance.annotation(of: value)
            return (.variable, property("var \(late.name)\(type) = \(value)"))
        }

        /// Replaces the stored property, and removes the computed one.
        private func property(_ text: String) -> [TextEdit] {
            [TextEdit(replacing: stored, with: text), late.removal(in: file)]
        }

        private func isPassed(_ label: String) -> Bool {
            index.paths(saying: owner.simpleName, label).contains { path in
                index.file(path)?.tokens(label).contains(where: \.isLabel) ?? true
            }
        }

        /// Whether something besides the two properties names the stored one.
        private var isSaidElsewhere: Bool {
            guard file.tokens(late.stored, in: owner.node).count == 2 else { return true }
            return index.paths(saying: late.stored).contains { path in
                index.file(path)?.tokens(late.stored).contains(where: \.isBehindOtherThanSelf) ?? true
            }
        }
    }
}

extension Recipient {
    /// Whether nothing but its old form keeps the caller from reading the accessor when it is made.
    fileprivate var isEarlyButForItsForm: Bool {
        request.reasons.first(of: Self.ofCaller + Self.ofInstance + [.initialValues] + Self.ofLateness, for: self)
            == nil
    }
}
