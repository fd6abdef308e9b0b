/// The types and files that make everything else, and may use accessors: `roots` of `seam.yml`.
public struct Roots: Sendable, Equatable {
    private let names: Set<String>

    /// Creates roots from names of types and of files.
    public init(_ names: [String] = []) {
        self.names = Set(names)
    }

    /// Whether code in a type, or outside of one, belongs to a root.
    func contains(_ owner: OwnerDecl?, in file: ParsedFile) -> Bool {
        if names.contains(file.name) || names.contains(file.path) { return true }
        guard let owner else { return false }
        return names.contains(owner.name) || owner.name.split(separator: ".").contains { names.contains(String($0)) }
    }
}
