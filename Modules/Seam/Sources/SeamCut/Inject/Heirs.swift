import SeamKit

// A class whose subclasses use the accessor, too: one object has one property for it.
extension Recipient {
    /// Whether uses run on the caller's own actor, so that they can read what it stores: all of them, or some if others keep the accessor.
    var isReadOnOwnActor: Bool {
        let isOnActor = uses.map(\.isOnActor)
        return keepsUnsent ? isOnActor.contains(true) : !isOnActor.contains(false)
    }

    /// The uses of the accessor in the type, also in its extensions, other files and heirs. Those that keep it aren't among them.
    var sites: [CallerSite] { uses.filter { $0.isOnActor || !keepsUnsent }.map(\.site) }

    /// Whether uses outside of the caller's own actor keep the accessor, because what it stores can't be sent there (`unsent`).
    private var keepsUnsent: Bool {
        !instance.isSendable && isIsolated && accessor != nil && !request.options.isLate
            && request.options.style == .initializer
    }

    private var uses: [(site: CallerSite, isOnActor: Bool)] {
        ([(file, owner)] + heirs).flatMap { file, owner in
            let isolation = IsolationReader(index: index).isolation(of: owner, in: file)
            // What can read an accessor of the same actor is on that actor.
            let isOfSameActor = isolation != .nonisolated && isolation == instance.isolation
            return request.sites(of: owner, through: instance.accessor).map { site in
                (site, isOfSameActor || site.context.readsStored(on: isolation, in: site.file, index))
            }
        }
    }

    /// How the class stores the instance so that its subclasses can read it, and these; nil if none uses the accessor, or if they can't.
    var sharedInjection: (injection: Injection, heirs: Set<CodeTree.TypeID>)? {
        let heirs = users(below: owner)
        guard request.options.usesHolders, request.options.stage == .inject, existing == nil, !isUpgrade, !heirs.isEmpty
        else { return nil }
        var shared = self
        let readers = heirs.filter { isReadByBodies(of: $0.owner) }
        (shared.heirs, shared.isShared) = (readers, true)
        // What initializers of subclasses read as well is there by then, if nobody has to pass it to them.
        guard heirs.allSatisfy({ canRead(from: $0.owner) }),
            case .success(let injection) = shared.injection(), injection.form.isStored, injection.isKept,
            readers.count == heirs.count || [.lazy, .variable].contains(injection.form)
        else { return nil }
        return (injection, Set(heirs.compactMap { index.id(of: $0.owner) }))
    }

    /// Returns the classes below a class that use the singleton.
    private func users(below owner: OwnerDecl) -> [CodeTree.Declaration] {
        guard owner.kind == .class, index.isInherited(owner) else { return [] }
        return users.compactMap(index.declaration).filter { user in
            index.superclasses(of: user.owner).contains { index.isSame($0, owner) }
        }
    }

    /// Returns whether a class is of the same module, and has no property for the accessor.
    private func canRead(from heir: OwnerDecl) -> Bool {
        let parts = index.parts(of: heir)
        let module = index.module(ofFile: file.path)
        return parts.allSatisfy { index.module(ofFile: $0.file.path) == module }
            && !parts.flatMap(\.owner.properties).contains {
                $0.isGathered(access: accessor ?? "", instance: instance)
            }
    }

    /// Returns whether a class reads the accessor only in members of objects that are made already.
    private func isReadByBodies(of heir: OwnerDecl) -> Bool {
        request.sites(of: heir, through: instance.accessor).allSatisfy { site in
            guard case .body = site.context.member, !site.context.isStatic else { return site.context.isStatic }
            return !index.runsWhileMade(site.context.memberDecl, of: heir)
        }
    }
}
