extension CodeMap: FieldArchived {
    package static var blank: Self { Self() }

    package mutating func visit(with archive: inout some FieldArchive) throws(ArchiveDamage) {
        try archive.field(&modules)
        try archive.field(&files)
        try archive.field(&objectiveC)
        try archive.field(&singletons)
        try archive.field(&uses)
        try archive.field(&skipped)
        try archive.field(&problems)
        try archive.field(&statistics.lines)
        try archive.field(&statistics.bytes)
        statistics.cached = files.count
    }
}

extension Module: FieldArchived {
    package static var blank: Self { Self(name: "", origin: .folder) }

    package mutating func visit(with archive: inout some FieldArchive) throws(ArchiveDamage) {
        try archive.field(&name)
        try archive.field(&origin)
        try archive.field(&manifest)
        try archive.field(&folders)
        try archive.field(&isTest)
        try archive.field(&dependencies)
    }
}

extension SourceFile: FieldArchived {
    package static var blank: Self { Self(path: "", module: "") }

    package mutating func visit(with archive: inout some FieldArchive) throws(ArchiveDamage) {
        try archive.field(&path)
        try archive.field(&module)
        try archive.field(&isTest)
        try archive.field(&imports)
        try archive.field(&directives)
        try archive.field(&contentHash)
        try archive.field(&alsoIn)
        try archive.field(&isUncompiled)
        try archive.field(&isLinked)
        try archive.field(&mentions)
        try archive.field(&declarations)
    }
}

extension Import: FieldArchived {
    package static var blank: Self { Self(module: "", line: 0, column: 0) }

    package mutating func visit(with archive: inout some FieldArchive) throws(ArchiveDamage) {
        try archive.field(&module)
        try archive.field(&line)
        try archive.field(&column)
        try archive.field(&isExported)
    }
}

extension Directive: FieldArchived {
    package static var blank: Self { Self(text: "", line: 0, followsCode: false) }

    package mutating func visit(with archive: inout some FieldArchive) throws(ArchiveDamage) {
        var (first, last) = (lines.lowerBound, lines.upperBound)
        try archive.field(&text)
        try archive.field(&line)
        try archive.field(&followsCode)
        try archive.field(&first)
        try archive.field(&last)
        guard first <= last else { throw ArchiveDamage() }
        lines = first...last
    }
}

extension Singleton: FieldArchived {
    package static var blank: Self { Self(name: "", module: "", shape: .instance, accessors: []) }

    package mutating func visit(with archive: inout some FieldArchive) throws(ArchiveDamage) {
        var touches = touches.sorted { $0.key < $1.key }.map { Touch(member: $0.key, state: $0.value) }
        let protocols = protocols.sorted { $0.key < $1.key }
        var (members, names) = (protocols.map(\.key), protocols.map(\.value))
        try archive.field(&id)
        try archive.field(&name)
        try archive.field(&module)
        try archive.field(&shape)
        try archive.field(&accessors)
        try archive.field(&file)
        try archive.field(&line)
        try archive.field(&column)
        try archive.field(&state)
        try archive.field(&touches)
        try archive.field(&members)
        try archive.field(&names)
        self.touches = Dictionary(touches.map { ($0.member, $0.state) }, uniquingKeysWith: { first, _ in first })
        self.protocols = Dictionary(zip(members, names), uniquingKeysWith: { first, _ in first })
    }
}

/// The stored properties that a member uses.
private struct Touch {
    var member: String
    var state: [String]
}

extension Touch: FieldArchived {
    static var blank: Self { Self(member: "", state: []) }

    mutating func visit(with archive: inout some FieldArchive) throws(ArchiveDamage) {
        try archive.field(&member)
        try archive.field(&state)
    }
}

extension Singleton.Accessor: FieldArchived {
    package static var blank: Self { Self(name: "") }

    package mutating func visit(with archive: inout some FieldArchive) throws(ArchiveDamage) {
        try archive.field(&name)
        try archive.field(&isMutable)
        try archive.field(&isFunction)
        try archive.field(&isAction)
        try archive.field(&file)
        try archive.field(&line)
        try archive.field(&column)
    }
}

extension Use: FieldArchived {
    package static var blank: Self {
        Self(
            singleton: "",
            type: "",
            member: "",
            kind: .read,
            certainty: .resolved,
            file: "",
            line: 0,
            column: 0,
            module: "",
            enclosingType: "",
            enclosingFunction: ""
        )
    }

    package mutating func visit(with archive: inout some FieldArchive) throws(ArchiveDamage) {
        try archive.field(&singleton)
        try archive.field(&type)
        try archive.field(&member)
        try archive.field(&kind)
        try archive.field(&certainty)
        try archive.field(&path)
        try archive.field(&file)
        try archive.field(&line)
        try archive.field(&column)
        try archive.field(&module)
        try archive.field(&enclosingType)
        try archive.field(&enclosingFunction)
        try archive.field(&isTest)
        try archive.field(&alsoIn)
        try archive.field(&isDisputed)
        try archive.field(&offset)
        try archive.field(&fallbackFor)
        try archive.field(&isDefault)
        try archive.field(&isInStaticCode)
    }
}

extension Skipped: FieldArchived {
    package static var blank: Self { Self(path: "", reason: .build) }

    package mutating func visit(with archive: inout some FieldArchive) throws(ArchiveDamage) {
        try archive.field(&path)
        try archive.field(&reason)
    }
}

extension SourceProblem: FieldArchived {
    package static var blank: Self { Self(path: "", kind: .unreadable, message: "") }

    package mutating func visit(with archive: inout some FieldArchive) throws(ArchiveDamage) {
        try archive.field(&path)
        try archive.field(&line)
        try archive.field(&kind)
        try archive.field(&message)
    }
}
