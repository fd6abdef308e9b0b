import Foundation
import TestSupport
import Testing

@testable import SeamKit

/// `EFFORT` says how many mutations are tried, and `SEAM_SEED` which is the first.
@Suite("Mutations", .ownThread)
struct FuzzTests {
    @Test("Mutated sources neither crash nor hang")
    func fuzz() {
        let count = Effort.value(quick: 500, change: 5_000, full: 100_000)
        let first = Effort.seed
        let outcomes = Workers.map(count, threads: 2, state: {}) { _, index in
            var generator = Generator(state: first &+ UInt64(index))
            let bytes = Mutant.source(&generator)
            return bytes.withUnsafeBufferPointer { Self.reads($0) }
        }
        #expect(outcomes.count == count)
        // Mutants that are rejected before they are parsed would prove little.
        #expect(outcomes.count { $0 } * 2 > count)
    }

    /// Does everything that a run does with one file. Returns false if the run rejects the file before it is parsed.
    private static func reads(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        let sketch = ByteScanner.sketch(of: bytes)
        _ = XcodeProject(parsing: bytes)
        guard UTF8Check.firstError(in: bytes) == nil, !sketch.isTooDeep else { return false }
        // A run reads manifests only as manifests.
        guard !bytes.starts(with: "let package".utf8) else {
            _ = PackageManifest(parsing: bytes)
            return true
        }
        guard let tree = SourceParser.tree(of: bytes) else { return false }
        let facts = FileFacts(of: tree, bytes: bytes)
        let file = CompiledFile(record: FileRecord(path: "A.swift", sketch: Sketch(), facts: facts), modules: [0])
        let module = Module(name: "A", origin: .folder)
        var knowledge = Knowledge(facts: [file], modules: [module], options: .init(workers: 1))
        Passes.run(on: &knowledge)
        return true
    }
}

/// A generator whose numbers are the same for the same seed (SplitMix64, Steele, Lea and Flood 2014).
struct Generator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}

private enum Mutant {
    static let sources = [
        """
        import Foundation
        final class Legacy: NSObject { static let shared = Legacy(); private static var other: Legacy?
          var name = ""; var list: [Int] = []; class func make() -> Legacy { if let other { return other }; return .shared }
          func fetch<T: P>(_ a: T, then: @escaping (Int) -> Void = { _ in }) async throws -> Legacy { self } }
        extension Legacy { subscript(n: Int) -> Int { get { list[n] } set { list[n] = newValue } } }
        """,
        """
        struct World { var now: () -> Date = { Date() }; var api = Legacy.shared }
        var Current = World()
        enum Services { static var api: P = Legacy(); static let queue = DispatchQueue(label: "q"); case a(Int), b }
        typealias L = Legacy
        #if DEBUG
        @MainActor class Screen<T: Legacy> { let api: L; lazy var late = { L.shared }(); @Wrapped(\\.x) var y = Self.z
          init(api: L = .shared) { self.api = api }
          func go() { guard let a = try? api.fetch(1) else { return }; switch a.list[0] { case 1...3 where a.name == "x": break; default: T.shared.list.append(1) }
            let work = { [weak self, api] in self?.api.name = "\\(L.shared.name) \\(api[keyPath: \\.name])" }
            (a ?? L.shared).name += "x"; _ = Current.api.list.map { $0 + 1 }; f(&Current.now, #selector(L.shared.go)) } }
        #elseif os(Linux)
        #else
        func x() -> some P { if a { L.shared } else { L() } }
        #endif
        """,
        """
        let package = Package(name: "P", targets: [.target(name: "A", dependencies: ["B", .product(name: "C", package: "D")], path: "x")])
        { objects = { A = {isa = PBXProject; mainGroup = B; targets = (C, D, ); }; B = { children = (A, "B"); }; }; rootObject = A; }
        """,
    ]

    static let pieces = [
        "{", "}", "(", ")", "[", "]", "<", ">", "\"", "\"\"\"", "\\(", "#\"", "/*", "*/", "//", "\n", "\r\n", ".",
        "?",
        "!", "=", ":", ",",
        ";", "`", "@", "#", "#if", "#endif", "&", "->", "static", "class", "let", "var", "func", "extension",
        "Self",
        "self", ".shared",
        "Legacy.shared", "init", "$", "\\.", "in", "as!", "??", "import", "\u{FEFF}", "\0", "é", "🧵", "0x", "..<",
    ]

    /// Returns a line of a source, sometimes two, and occasionally all of it. Most errors need no more, and 100,000 seeds take
    /// minutes.
    private static func excerpt(_ generator: inout Generator) -> [UInt8] {
        let source = sources.randomElement(using: &generator)!
        guard Int.random(in: 0..<24, using: &generator) > 0 else { return Array(source.utf8) }
        let lines = source.split(separator: "\n")
        let first = Int.random(in: lines.indices, using: &generator)
        let last = min(lines.count, first + (Int.random(in: 0..<4, using: &generator) > 0 ? 1 : 2))
        return Array(lines[first..<last].joined(separator: "\n").utf8)
    }

    static func source(_ generator: inout Generator) -> [UInt8] {
        var bytes = excerpt(&generator)
        for _ in 0..<Int.random(in: 1...8, using: &generator) {
            let at = Int.random(in: 0...bytes.count, using: &generator)
            switch Int.random(in: 0..<6, using: &generator) {
            case 0: bytes.insert(contentsOf: pieces.randomElement(using: &generator)!.utf8, at: at)
            case 1: bytes.removeSubrange(at..<min(bytes.count, at + Int.random(in: 0...40, using: &generator)))
            case 2:
                let end = min(bytes.count, at + Int.random(in: 0...60, using: &generator))
                let to = Int.random(in: 0...bytes.count, using: &generator)
                bytes.insert(contentsOf: Array(bytes[at..<end]), at: to)
            case 3: bytes.insert(contentsOf: sources.randomElement(using: &generator)!.utf8.prefix(60), at: at)
            case 4: if at < bytes.count { bytes[at] = UInt8.random(in: 32...126, using: &generator) }
            default:
                let piece = pieces.randomElement(using: &generator)!
                bytes.insert(
                    contentsOf: String(repeating: piece, count: Int.random(in: 2...40, using: &generator)).utf8,
                    at: at
                )
            }
        }
        return bytes
    }
}
