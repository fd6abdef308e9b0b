import SeamKit

extension PropertyText {
    /// Returns whether it is a computed property of the type that only returns the accessor's instance.
    func isGathered(access: String, instance: InjectedType) -> Bool {
        guard let getter else { return false }
        if getter == access.withoutBackticks { return true }
        let call = instance.accessor.isFunction ? "()" : ""
        return type == instance.type && getter == ".\(instance.accessor.name)\(call)"
    }
}
