/// The archive format of facts: tables of small numbers, seven bits in a byte.
extension FileFacts {
    /// - Parameter table: the names of all files, to which those of this file are added.
    func write(to writer: inout ArchiveWriter, names table: inout NameTable) {
        writer.write(names.count)
        for name in names { writer.write(Int(table.index(of: name))) }
        writer.numbers([error?.offset ?? -1])
        writer.rows(Array(zip(lineStarts.dropFirst(), lineStarts))) { [$0 - $1] }
        writer.rows(paths) { [$0.parent, $0.name, $0.local] }
        writer.write(written.count)
        for type in written { type.write(to: &writer) }
        writer.write(types.count)
        for type in types {
            writer.numbers([type.path])
            writer.write(Int(type.kind.rawValue))
            writer.numbers([type.inherits.start, type.inherits.count])
            writer.write(Int(type.flags.rawValue))
            writer.numbers([type.place.offset])
        }
        writer.write(members.count)
        for member in members {
            writer.numbers([member.owner, member.name])
            writer.write(Int(member.flags.rawValue))
            writer.numbers([member.type, member.values.start, member.values.count])
            writer.numbers([member.parameters.start, member.parameters.count, member.place.offset, member.wrapper])
        }
        writer.rows(parameters) { [$0.label, $0.type] }
        writer.rows(aliases) { [$0.path, $0.target] }
        writer.write(scopes.count)
        for scope in scopes {
            writer.numbers([scope.type, scope.function])
            writer.write(scope.isStatic)
        }
        writer.write(bindings.count)
        for binding in bindings {
            writer.numbers([binding.name, binding.type, binding.values.start, binding.values.count])
            for flag in [binding.isParameter, binding.isVariable, binding.isReassigned, binding.isWrapped] {
                writer.write(flag)
            }
        }
        writer.write(chains.count)
        for chain in chains { chain.write(to: &writer) }
        writer.write(steps.count)
        for step in steps {
            writer.write(Int(step.kind.rawValue))
            writer.numbers([step.name, Index(step.arguments)])
        }
        writer.rows(flows) { [$0.chain, $0.values.start, $0.values.count] }
        writer.rows(typeNames) { [$0.name, $0.qualifier, $0.member, $0.scope, $0.place.offset] }
        writer.rows(fallbacks) { [$0.name, $0.place.offset] }
        writer.rows(lists) { [$0] }
    }

    /// - Parameter all: the names of all files, and the number of the first of them.
    convenience init(
        from reader: inout ArchiveReader,
        names all: (table: [String], firstNumber: Int)
    ) throws(ArchiveDamage) {
        let count = try reader.count()
        var names: [String] = []
        var numbers: [Index] = []
        names.reserveCapacity(count)
        numbers.reserveCapacity(count)
        for _ in 0..<count {
            let number = try reader.number()
            guard number < all.table.count else { throw ArchiveDamage() }
            names.append(all.table[number])
            numbers.append(Index(all.firstNumber + number))
        }
        let error = try reader.place()
        var tables = Tables()
        tables.lineStarts = try reader.lineStarts()
        tables.paths = try reader.rows { reader throws(ArchiveDamage) in
            PathFact(parent: try reader.index(), name: try reader.index(), local: try reader.index())
        }
        tables.written = try reader.rows { reader throws(ArchiveDamage) in try WrittenType(from: &reader) }
        tables.types = try reader.rows { reader throws(ArchiveDamage) in try TypeFact(from: &reader) }
        tables.members = try reader.rows { reader throws(ArchiveDamage) in try MemberFact(from: &reader) }
        tables.parameters = try reader.rows { reader throws(ArchiveDamage) in
            ParameterFact(label: try reader.index(), type: try reader.index())
        }
        tables.aliases = try reader.rows { reader throws(ArchiveDamage) in
            AliasFact(path: try reader.index(), target: try reader.index())
        }
        tables.scopes = try reader.rows { reader throws(ArchiveDamage) in
            ScopeFact(type: try reader.index(), function: try reader.index(), isStatic: try reader.flag())
        }
        tables.bindings = try reader.rows { reader throws(ArchiveDamage) in try BindingFact(from: &reader) }
        tables.chains = try reader.rows { reader throws(ArchiveDamage) in try ChainFact(from: &reader) }
        tables.steps = try reader.rows { reader throws(ArchiveDamage) in try StepFact(from: &reader) }
        tables.flows = try reader.rows { reader throws(ArchiveDamage) in
            FlowFact(chain: try reader.index(), values: try reader.slice())
        }
        tables.typeNames = try reader.rows { reader throws(ArchiveDamage) in
            TypeNameFact(
                name: try reader.index(),
                qualifier: try reader.index(),
                member: try reader.index(),
                scope: try reader.index(),
                place: try reader.place()
            )
        }
        tables.fallbacks = try reader.rows { reader throws(ArchiveDamage) in
            FallbackFact(name: try reader.index(), place: try reader.place())
        }
        tables.lists = try reader.rows { reader throws(ArchiveDamage) in try reader.index() }
        self.init(tables: tables, names: names, numbers: numbers, error: error.offset < 0 ? nil : error)
    }
}

extension FileFacts.WrittenType {
    fileprivate func write(to writer: inout ArchiveWriter) {
        let (kind, index): (Int, FileFacts.Index) =
            switch self {
            case .named(let path): (0, path)
            case .own: (1, 0)
            case .metatype(let type): (2, type)
            case .function(let type): (3, type)
            case .array(let type): (4, type)
            case .dictionary(let type): (5, type)
            }
        writer.write(kind)
        writer.write(signed: Int(index))
    }

    fileprivate init(from reader: inout ArchiveReader) throws(ArchiveDamage) {
        let kind = try reader.number()
        let index = try reader.index()
        switch kind {
        case 0: self = .named(index)
        case 1: self = .own
        case 2: self = .metatype(index)
        case 3: self = .function(index)
        case 4: self = .array(index)
        case 5: self = .dictionary(index)
        default: throw ArchiveDamage()
        }
    }
}

extension FileFacts.TypeFact {
    fileprivate init(from reader: inout ArchiveReader) throws(ArchiveDamage) {
        let path = try reader.index()
        guard let kind = TypeKind(rawValue: try reader.byte()) else { throw ArchiveDamage() }
        self.init(
            path: path,
            kind: kind,
            inherits: try reader.slice(),
            flags: Flags(rawValue: try reader.byte()),
            place: try reader.place()
        )
    }
}

extension FileFacts.MemberFact {
    fileprivate init(from reader: inout ArchiveReader) throws(ArchiveDamage) {
        self.init(
            owner: try reader.index(),
            name: try reader.index(),
            flags: Flags(rawValue: UInt32(truncatingIfNeeded: try reader.number())),
            type: try reader.index(),
            values: try reader.slice(),
            parameters: try reader.slice(),
            place: try reader.place(),
            wrapper: try reader.index()
        )
    }
}

extension FileFacts.BindingFact {
    fileprivate init(from reader: inout ArchiveReader) throws(ArchiveDamage) {
        self.init(
            name: try reader.index(),
            type: try reader.index(),
            values: try reader.slice(),
            isParameter: try reader.flag(),
            isVariable: try reader.flag(),
            isReassigned: try reader.flag(),
            isWrapped: try reader.flag()
        )
    }
}

extension FileFacts.StepFact {
    fileprivate init(from reader: inout ArchiveReader) throws(ArchiveDamage) {
        guard let kind = Kind(rawValue: try reader.byte()) else { throw ArchiveDamage() }
        let name = try reader.index()
        self.init(kind: kind, name: name, arguments: Int16(truncatingIfNeeded: try reader.index()))
    }
}

extension FileFacts.ChainFact {
    /// Whether the context of a chain needs to be stored. A bit says so, because most chains have none.
    private var hasContext: Bool {
        contextChain != -1 || contextStep != -1 || contextLabel != -1 || contextPosition != -1
    }

    fileprivate func write(to writer: inout ArchiveWriter) {
        writer.write(Int(root.rawValue) << 4 | Int(ending.rawValue) << 1 | (hasContext ? 1 : 0))
        writer.write(signed: Int(base))
        writer.write(signed: Int(steps.start))
        writer.write(signed: Int(steps.count))
        writer.write(signed: Int(scope))
        writer.write(signed: Int(place.offset))
        guard hasContext else { return }
        for number in [contextChain, contextStep, contextLabel, contextPosition] { writer.write(signed: Int(number)) }
    }

    fileprivate init(from reader: inout ArchiveReader) throws(ArchiveDamage) {
        let head = try reader.number()
        guard let root = Root(rawValue: UInt8(truncatingIfNeeded: head >> 4)),
            let ending = Ending(rawValue: UInt8(head >> 1 & 7))
        else { throw ArchiveDamage() }
        let base = try reader.index()
        let steps = try reader.slice()
        let scope = try reader.index()
        self.init(root: root, base: base, steps: steps, scope: scope, ending: ending, place: try reader.place())
        guard head & 1 == 1 else { return }
        contextChain = try reader.index()
        contextStep = try reader.index()
        contextLabel = try reader.index()
        contextPosition = try reader.index()
    }
}

// MARK: Numbers

extension ArchiveWriter {
    /// Writes a number that may be negative: its sign is the lowest bit.
    fileprivate mutating func write(signed number: Int) { write(number << 1 ^ number >> (Int.bitWidth - 1)) }

    fileprivate mutating func numbers(_ numbers: [FileFacts.Index]) {
        for number in numbers { write(signed: Int(number)) }
    }

    fileprivate mutating func rows<Row>(_ rows: [Row], numbers: (Row) -> [FileFacts.Index]) {
        write(rows.count)
        for row in rows { self.numbers(numbers(row)) }
    }
}

extension ArchiveReader {
    /// Reads a list. Its memory is reserved at once.
    @inline(__always)
    fileprivate mutating func rows<Row>(
        _ row: (inout ArchiveReader) throws(ArchiveDamage) -> Row
    ) throws(ArchiveDamage) -> [Row] {
        let count = try count()
        var rows: [Row] = []
        rows.reserveCapacity(count)
        for _ in 0..<count { rows.append(try row(&self)) }
        return rows
    }

    /// Reads a number that may be negative.
    fileprivate mutating func index() throws(ArchiveDamage) -> FileFacts.Index {
        let number = try number()
        return FileFacts.Index(truncatingIfNeeded: number >> 1 ^ -(number & 1))
    }

    /// Reads the starts of lines, which are stored as the lengths of the lines before them.
    fileprivate mutating func lineStarts() throws(ArchiveDamage) -> [Int32] {
        var start: Int32 = 0
        let next = try rows { reader throws(ArchiveDamage) in
            start &+= try reader.index()
            return start
        }
        return [0] + next
    }

    fileprivate mutating func byte() throws(ArchiveDamage) -> UInt8 { UInt8(truncatingIfNeeded: try number()) }

    fileprivate mutating func slice() throws(ArchiveDamage) -> FileFacts.Slice {
        FileFacts.Slice(start: try index(), count: try index())
    }

    fileprivate mutating func place() throws(ArchiveDamage) -> FileFacts.Place {
        FileFacts.Place(offset: try index())
    }
}
