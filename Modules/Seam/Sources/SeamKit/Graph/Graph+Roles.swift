/// What statics are for, where that says that they are nobody's way to a shared instance.
extension Graph {
    /// Returns whether a static exists for the system or for previews: the default value of an environment key, an example.
    func isForOthers(_ id: MemberID, of type: TypeID) -> Bool {
        if words.previews.contains(name(id)) { return true }
        let keys = words.keyMembers.contains(name(id)) ? words.keys : words.previewProviders
        return firstAncestor(of: type) { ancestor in
            types[ancestor].inherits.contains { parent in
                path(written: parent.type, parent.site).map { keys.contains($0) } ?? false
            }
        } != nil
    }
}
