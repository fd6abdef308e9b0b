/// The places at which a map's uses name an accessor.
///
/// A use records where its expression begins: at `AccountService` in `AccountService.shared.fetch()`. The index records the
/// position of a name. So the name is searched in the source, from the beginning of the expression.
struct AccessorPlaces {
    struct Named {
        var accessor: AccessorKey
        var place: IndexComparison.Place
        /// Whether the type that declares the accessor contains the place.
        var isInside: Bool
    }

    private(set) var places: [Named] = []

    init(of map: CodeMap, root: String) {
        let singletons = Dictionary(map.singletons.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        let reader = FileReader()
        for (file, uses) in Dictionary(grouping: map.uses, by: \.file) {
            guard let bytes = reader.read(root + "/" + file) else { continue }
            let lines = Self.lineStarts(of: bytes)
            for use in uses where !use.isObjectiveC && (use.path == .direct || use.path == .keyPath) {
                guard let singleton = singletons[use.singleton], lines.indices.contains(use.line - 1) else { continue }
                let start = lines[use.line - 1] + use.column - 1
                let names = Set(singleton.accessors.map(\.name))
                guard let (name, offset) = Self.name(among: names, in: bytes, from: start) else { continue }
                // Lines after the one on which the expression begins.
                let line = lines[use.line...].prefix { $0 <= offset }.count + use.line
                places.append(
                    Named(
                        accessor: AccessorKey(singleton: singleton.id, name: name),
                        place: .init(file: file, line: line, column: offset - lines[line - 1] + 1),
                        isInside: Self.isInside(use, singleton: singleton)
                    )
                )
            }
        }
    }

    private static func isInside(_ use: Use, singleton: Singleton) -> Bool {
        guard singleton.shape != .global, singleton.shape != .world else { return false }
        return use.enclosingType == singleton.name || use.enclosingType.hasPrefix(singleton.name + ".")
    }

    private static func lineStarts(of bytes: UnsafeBufferPointer<UInt8>) -> [Int] {
        var starts = [0]
        for (offset, byte) in bytes.enumerated() where byte == Byte.newline { starts.append(offset + 1) }
        return starts
    }

    /// Returns the first word of an expression that is one of `names`, and its position.
    ///
    /// The search skips everything that may come before an accessor: words, dots, generic arguments, marks, white space and
    /// comments.
    static func name(
        among names: Set<String>,
        in bytes: UnsafeBufferPointer<UInt8>,
        from start: Int
    ) -> (String, Int)? {
        var position = max(0, start)
        while position < bytes.count {
            let byte = bytes[position]
            if byte.isOfName {
                let begin = position
                while position < bytes.count, bytes[position].isOfName { position += 1 }
                let word = String(decoding: bytes[begin..<position], as: UTF8.self)
                // The index counts a backtick as part of the name.
                let isQuoted = begin > 0 && bytes[begin - 1] == UInt8(ascii: "`")
                if names.contains(word) { return (word, isQuoted ? begin - 1 : begin) }
            } else if byte == UInt8(ascii: "/"), position + 1 < bytes.count, bytes[position + 1] == byte {
                while position < bytes.count, bytes[position] != Byte.newline { position += 1 }
            } else if passed.contains(byte) {
                position += 1
            } else {
                return nil
            }
        }
        return nil
    }

    private static let passed = Set(" \t\r\n.?!\\`<>,&:[]()".utf8)
}
