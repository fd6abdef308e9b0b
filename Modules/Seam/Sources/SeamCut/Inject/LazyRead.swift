import SeamKit

// The form of a late read for classes whose initializers can't take an instance.
extension Recipient {
    /// Whether the caller can read the accessor at the first use and keep what it has: nothing replaces that, and all uses are on the
    /// caller's own actor, in no closure that would have to capture it.
    var canBeLazy: Bool {
        let isolation = IsolationReader(index: index).isolation(of: owner, in: file)
        guard !request.options.isLate, form == .fallback, accessor != nil, owner.kind == .class, canBeVariable,
            !isSaid(property), case .actor = isolation, [.nonisolated, isolation].contains(instance.isolation),
            instance.isReference == true, instance.isStored,
            !instance.isReplaced(whileExists: owner.name, index),
            request.reasons.first(of: Self.ofLateness, for: self) == .observed
        else { return false }
        let members = index.inheritedNames(of: owner)
        return sites.filter { !$0.context.isStatic }.allSatisfy { site in
            let rule = ClosureRule(context: site.context, file: site.file, members: members)
            return rule.reading().reading.closure == nil
                && site.context.runs(on: isolation, in: site.file, index, isStrict: true)
        }
    }
}
