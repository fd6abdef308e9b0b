extension CodeMap: Archived {
    package func write(to writer: inout ArchiveWriter) {
        writer.write(modules)
        writer.write(files)
        writer.write(objectiveC)
        writer.write(singletons)
        writer.write(uses)
        writer.write(skipped)
        writer.write(problems)
        writer.write(statistics.lines)
        writer.write(statistics.bytes)
    }

    package init(from reader: inout ArchiveReader) throws(ArchiveDamage) {
        let modules: [Module] = try reader.values()
        let files: [SourceFile] = try reader.values()
        let objectiveC: [SourceFile] = try reader.values()
        self.init(
            modules: modules,
            files: files,
            singletons: try reader.values(),
            uses: try reader.values(),
            skipped: try reader.values(),
            problems: try reader.values()
        )
        self.objectiveC = objectiveC
        statistics.lines = try reader.number()
        statistics.bytes = try reader.number()
        statistics.cached = files.count
    }
}

extension Module: Archived {
    package func write(to writer: inout ArchiveWriter) {
        writer.write(name)
        writer.write(origin.rawValue)
        writer.write(manifest)
        writer.write(folders)
        writer.write(isTest)
        writer.write(dependencies)
    }

    package init(from reader: inout ArchiveReader) throws(ArchiveDamage) {
        self.init(
            name: try reader.text(),
            origin: try reader.choice(),
            manifest: try reader.text(),
            folders: try reader.texts(),
            isTest: try reader.flag(),
            dependencies: try reader.texts()
        )
    }
}

extension SourceFile: Archived {
    package func write(to writer: inout ArchiveWriter) {
        writer.write(path)
        writer.write(module)
        writer.write(isTest)
        writer.write(imports)
        writer.write(directives)
        writer.write(contentHash)
        writer.write(alsoIn)
        writer.write(isUncompiled)
        writer.write(isLinked)
        writer.write(mentions)
        writer.write(declarations)
    }

    package init(from reader: inout ArchiveReader) throws(ArchiveDamage) {
        self.init(
            path: try reader.text(),
            module: try reader.text(),
            isTest: try reader.flag(),
            imports: try reader.values(),
            directives: try reader.values(),
            contentHash: try reader.text()
        )
        alsoIn = try reader.texts()
        isUncompiled = try reader.flag()
        isLinked = try reader.flag()
        mentions = try reader.values()
        declarations = try reader.texts()
    }
}

extension Import: Archived {
    package func write(to writer: inout ArchiveWriter) {
        writer.write(module)
        writer.write(line)
        writer.write(column)
        writer.write(isExported)
    }

    package init(from reader: inout ArchiveReader) throws(ArchiveDamage) {
        self.init(
            module: try reader.text(),
            line: try reader.number(),
            column: try reader.number(),
            isExported: try reader.flag()
        )
    }
}

extension Directive: Archived {
    package func write(to writer: inout ArchiveWriter) {
        writer.write(text)
        writer.write(line)
        writer.write(followsCode)
        writer.write(lines.lowerBound)
        writer.write(lines.upperBound)
    }

    package init(from reader: inout ArchiveReader) throws(ArchiveDamage) {
        let (text, line, followsCode) = (try reader.text(), try reader.number(), try reader.flag())
        let (first, last) = (try reader.number(), try reader.number())
        guard first <= last else { throw ArchiveDamage() }
        self.init(text: text, line: line, followsCode: followsCode, lines: first...last)
    }
}

extension Singleton: Archived {
    package func write(to writer: inout ArchiveWriter) {
        writer.write(id)
        writer.write(name)
        writer.write(module)
        writer.write(shape.rawValue)
        writer.write(accessors)
        writer.write(file)
        writer.write(line)
        writer.write(column)
        writer.write(state)
        let touches = touches.sorted { $0.key < $1.key }
        writer.write(touches.count)
        for (name, touched) in touches {
            writer.write(name)
            writer.write(touched)
        }
        let protocols = protocols.sorted { $0.key < $1.key }
        writer.write(protocols.map(\.key))
        writer.write(protocols.map(\.value))
    }

    package init(from reader: inout ArchiveReader) throws(ArchiveDamage) {
        let id = try reader.text()
        self.init(
            name: try reader.text(),
            module: try reader.text(),
            shape: try reader.choice(),
            accessors: try reader.values(),
            file: try reader.text(),
            line: try reader.number(),
            column: try reader.number()
        )
        self.id = id
        state = try reader.texts()
        for _ in 0..<(try reader.count()) {
            let name = try reader.text()
            touches[name] = try reader.texts()
        }
        let (members, names) = (try reader.texts(), try reader.texts())
        protocols = Dictionary(zip(members, names), uniquingKeysWith: { first, _ in first })
    }
}

extension Singleton.Accessor: Archived {
    package func write(to writer: inout ArchiveWriter) {
        writer.write(name)
        writer.write(isMutable)
        writer.write(isFunction)
        writer.write(isAction)
        writer.write(file)
        writer.write(line)
        writer.write(column)
    }

    package init(from reader: inout ArchiveReader) throws(ArchiveDamage) {
        let name = try reader.text()
        let (isMutable, isFunction, isAction) = (try reader.flag(), try reader.flag(), try reader.flag())
        self.init(
            name: name,
            isMutable: isMutable,
            isFunction: isFunction,
            file: try reader.text(),
            line: try reader.number(),
            column: try reader.number()
        )
        self.isAction = isAction
    }
}

extension Use: Archived {
    package func write(to writer: inout ArchiveWriter) {
        writer.write(singleton)
        writer.write(type)
        writer.write(member)
        writer.write(kind.rawValue)
        writer.write(certainty.rawValue)
        writer.write(path.rawValue)
        writer.write(file)
        writer.write(line)
        writer.write(column)
        writer.write(module)
        writer.write(enclosingType)
        writer.write(enclosingFunction)
        writer.write(isTest)
        writer.write(alsoIn)
        writer.write(isDisputed)
        writer.write(offset)
        writer.write(fallbackFor)
    }

    package init(from reader: inout ArchiveReader) throws(ArchiveDamage) {
        self.init(
            singleton: try reader.text(),
            type: try reader.text(),
            member: try reader.text(),
            kind: try reader.choice(),
            certainty: try reader.choice(),
            path: try reader.choice(),
            file: try reader.text(),
            line: try reader.number(),
            column: try reader.number(),
            module: try reader.text(),
            enclosingType: try reader.text(),
            enclosingFunction: try reader.text(),
            isTest: try reader.flag()
        )
        alsoIn = try reader.texts()
        isDisputed = try reader.flag()
        offset = try reader.number()
        fallbackFor = try reader.text()
    }
}

extension Skipped: Archived {
    package func write(to writer: inout ArchiveWriter) {
        writer.write(path)
        writer.write(reason.rawValue)
    }

    package init(from reader: inout ArchiveReader) throws(ArchiveDamage) {
        self.init(path: try reader.text(), reason: try reader.choice())
    }
}

extension SourceProblem: Archived {
    package func write(to writer: inout ArchiveWriter) {
        writer.write(path)
        writer.write(line)
        writer.write(kind.rawValue)
        writer.write(message)
    }

    package init(from reader: inout ArchiveReader) throws(ArchiveDamage) {
        self.init(
            path: try reader.text(),
            line: try reader.number(),
            kind: try reader.choice(),
            message: try reader.text()
        )
    }
}
