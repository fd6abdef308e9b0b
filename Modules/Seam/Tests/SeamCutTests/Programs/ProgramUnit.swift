/// A type of a generated program with what the program does with it. Shrinking can take it out, or parts of it.
struct ProgramUnit {
    enum Kind: CaseIterable {
        case final, plain, derived, structure, enumeration, actor, number, generic, nested, synthesized, witness
    }

    /// A type that can be made in one expression, for other types to make.
    struct Made {
        var expression: String
        /// A call of one of its members, after the expression.
        var call: String
        /// Its type; nil if an expression of it isn't the type's alone.
        var type: String?
    }

    /// Declarations that it builds on, in front of it.
    var before: [String] = []
    /// The type up to its brace.
    var head: String
    /// Members that can't be taken out.
    var fixed: [String]
    var parts: [ProgramPart] = []
    /// The name of the extended type for parts in extensions.
    var extended: String
    /// The statements that make an instance.
    var setup: [String]
    /// Whether the head opens an extension, too.
    var isNested = false

    /// The text for the main file and for the second file.
    var declarations: (main: [String], second: [String]) {
        var main = before + [head] + indented(fixed)
        main += indented(parts.filter { $0.place == .type }.flatMap(\.lines)) + [isNested ? "} }" : "}"]
        main += block(.sameFile) + parts.filter { $0.place == .file }.flatMap(\.lines)
        return (main, block(.secondFile))
    }

    var statements: [String] { setup + parts.flatMap(\.calls) }

    private func block(_ place: ProgramPart.Place) -> [String] {
        let own = parts.filter { $0.place == place }
        guard !own.isEmpty else { return [] }
        return ["\(mark)extension \(extended) {"] + indented(own.flatMap(\.lines)) + ["}"]
    }

    private var mark: String { head.hasPrefix("@MainActor ") ? "@MainActor " : "" }

    private func indented(_ lines: [String]) -> [String] { lines.map { "    " + $0 } }
}

/// A member of a unit's type or a function beside it, with the statements that use it.
struct ProgramPart {
    enum Place {
        case type, sameFile, secondFile, file
    }

    var lines: [String]
    var calls: [String]
    var place = Place.type
}

/// A generated program, which can be made smaller.
struct GeneratedProgram {
    let seed: UInt64
    /// The number in its names, so that programs of one module don't meet.
    let number: Int
    let setting: ProgramSetting
    let services: [ProgramService]
    var units: [ProgramUnit]

    init(seed: UInt64, number: Int, mode: Compiler.Mode) {
        var grammar = UnitGrammar(seed: seed, mode: mode)
        self.seed = seed
        self.number = number
        setting = grammar.grammar.setting
        services = grammar.grammar.services
        units = grammar.units()
    }

    /// The name of the file with the program, in a folder of its module.
    var path: String { "App/Program\(number).swift" }
    private var secondPath: String { "App/Program\(number)More.swift" }
    /// The name of the type that makes everything else.
    var root: String { "Root\(number)" }

    var files: [String: String] {
        let mark = setting.isMain ? "@MainActor " : ""
        var main = services.map(\.declaration) + units.flatMap(\.declarations.main)
        main += ["\(mark)enum Root# {", "    static func run() async {", "        let later = Later()", "        do {"]
        main += units.flatMap(\.statements).map { "            " + $0 }
        main += ["        }", "        later.run()", "    }", "}", ""]
        let second = units.flatMap(\.declarations.second)
        var files = [path: text(main)]
        if !second.isEmpty { files[secondPath] = text(second + [""]) }
        return files
    }

    private func text(_ lines: [String]) -> String {
        lines.joined(separator: "\n").split(separator: "\n", omittingEmptySubsequences: false).map { line -> String in
            // `#` is the number, but for `#if` and the like.
            let isDirective = line.first { $0 != " " } == "#"
            return isDirective
                ? String(line)
                : line.split(separator: "#", omittingEmptySubsequences: false)
                    .joined(separator: "\(number)")
        }.joined(separator: "\n")
    }

    /// Smaller programs, the smallest first: without a unit, or without a part.
    var smaller: [GeneratedProgram] {
        var result: [GeneratedProgram] = []
        for unit in units.indices.reversed() where units.count > 1 {
            var program = self
            program.units.remove(at: unit)
            result.append(program)
        }
        for unit in units.indices {
            for part in units[unit].parts.indices.reversed() {
                var program = self
                program.units[unit].parts.remove(at: part)
                result.append(program)
            }
        }
        return result
    }
}
