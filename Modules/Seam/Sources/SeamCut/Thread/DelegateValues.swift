import SeamKit

/// What the delegate of an application or a scene holds, and callers fall back to: `store ?? NSApp.delegateTyped.store`.
///
/// Each such constant of the delegate is threaded like an accessor: whoever has the instance passes it, and the delegate does.
extension CutRequest {
    /// Returns the request in which these constants are the accessors; the request itself for other singletons.
    var withDelegateValues: CutRequest {
        let members = Set(uses.filter { !$0.isTest }.map(\.member))
        guard singleton.accessors.isEmpty, !members.isEmpty, let (file, owner) = index.type(of: singleton) else {
            return self
        }
        let properties = owner.variables.filter {
            !$0.modifierList.says("static", "class", "lazy", "private", "fileprivate")
        }
        var found = singleton
        found.accessors = properties.compactMap { property -> Singleton.Accessor? in
            guard let name = property.part?.name, let offset = property.nameOffset, members.contains(name) else {
                return nil
            }
            return Singleton.Accessor(
                name: name,
                isMutable: !property.isLet,
                file: file.path,
                line: file.line(of: offset),
                column: offset - file.lineStart(of: offset) + 1
            )
        }
        guard !found.accessors.isEmpty else { return self }
        return CutRequest(map: map, uses: uses, index: index, singleton: found, options: options)
    }

    /// Whether the accessors are what the delegate holds: the map knows no accessor of the delegate itself.
    private var isOfDelegate: Bool {
        map.singletons.contains { $0.id == singleton.id && $0.accessors.isEmpty }
    }

    /// Returns a use that reads such a constant; nil for others.
    func delegateValue(_ row: Int) -> (located: LocatedUse, instance: InjectedType)? {
        let use = uses[row]
        guard isOfDelegate, !use.isTest, let file = index.file(use.file), file.isEditable,
            let accessor = singleton.accessors.first(where: { $0.name == use.member }),
            case .success(var instance) = instance(accessor),
            let read = file.token(line: use.line, column: use.column)?.memberAround(named: use.member),
            !read.code.contains("?")
        else { return nil }
        // The delegate has it since the program started.
        let replacement = Creation(observation: Observation(effect: .replacement, code: read.code))
        (instance.creation, instance.spelling) = (mayBeReplaced(instance) ? replacement : .quiet, read.code)
        let context = UseContext(around: read, accessor: accessor, in: file)
        return (LocatedUse(request: self, row: row, use: use, file: file, context: context), instance)
    }
}

extension InjectedType {
    /// How code that may read the accessor does so.
    func expression(in singleton: Singleton) -> String { spelling ?? accessor.expression(in: singleton) }

    /// The accessor, with its type and without it.
    func spellings(in singleton: Singleton) -> Set<String> {
        [expression(in: singleton), ".\(accessor.name)" + (accessor.isFunction ? "()" : "")]
    }
}
