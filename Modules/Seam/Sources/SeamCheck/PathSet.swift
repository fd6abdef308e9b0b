/// A set of files and folders, with everything below them.
struct PathSet {
    private let paths: Set<String>

    /// Creates a set from paths. An empty path, or `.`, is the root.
    init(_ paths: [String]) {
        self.paths = Set(paths.map { $0 == "." ? "" : $0 })
    }

    func covers(_ path: String) -> Bool {
        if paths.contains(path) || paths.contains("") { return true }
        var folder = path[...]
        while let slash = folder.lastIndex(of: "/") {
            folder = folder[..<slash]
            if paths.contains(String(folder)) { return true }
        }
        return false
    }
}
