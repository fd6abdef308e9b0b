import SeamKit

/// What certainly runs, in its order.
struct Trace: Sendable {
    /// A part of a file.
    struct Region: Sendable, Hashable {
        let path: String
        var range: Range<Int>
    }

    /// The first read of an accessor.
    struct Read: Sendable {
        let file: String
        let line: Int
        /// What may have run before in code that still runs.
        fileprivate let open: [Region]
        /// How many of the regions that are over are before.
        fileprivate let count: Int
    }

    /// The first reads, by what has the value.
    private(set) var reads: [Reach.Variable: Read] = [:]
    /// The delegate of the application, which the system makes.
    var delegate: CodeTree.TypeID?
    /// Code that is over.
    private var completed: [Region] = []
    /// The code that runs, the outermost first, up to what runs now.
    private var open: [(region: Region, end: Int)] = []

    /// Returns the code that may have run before a read, each part with what it names.
    func regions(before read: Read) -> [Region] { completed.prefix(read.count) + read.open }

    mutating func note(_ variable: Reach.Variable, in document: SwiftDocument, at offset: Int) {
        guard reads[variable] == nil else { return }
        let line = document.line(at: offset)
        reads[variable] = Read(file: document.path, line: line, open: open.map { $0.region }, count: completed.count)
    }

    mutating func complete(_ declaration: Declaration) {
        let end = declaration.offset + declaration.text.utf8.count
        completed.append(Region(path: declaration.document.path, range: declaration.offset..<end))
    }

    mutating func begin(_ body: CodeBody, in document: SwiftDocument) {
        let start = body.range.lowerBound
        open.append((Region(path: document.path, range: start..<start), start))
    }

    /// Goes on with the next action of a body.
    mutating func reach(_ action: CodeBody.Action) {
        guard var last = open.popLast() else { return }
        var isPure = true
        if case .chain(let chain) = action.kind { isPure = chain.isWithoutArguments }
        let start = last.region.range.lowerBound
        let end = isPure ? action.range.lowerBound : action.range.upperBound
        last.region.range = start..<max(start, last.region.range.upperBound, end)
        last.end = max(start, action.range.upperBound)
        open.append(last)
    }

    /// Says that something of the action was not followed, so that all that it names may have run.
    mutating func lose() {
        guard let last = open.indices.last else { return }
        let range = open[last].region.range
        open[last].region.range = range.lowerBound..<max(range.upperBound, open[last].end)
    }

    mutating func end() { open.removeLast() }
}

extension CodeBody.Chain {
    /// Whether its calls have nothing but literals as arguments.
    fileprivate var isWithoutArguments: Bool {
        steps.allSatisfy { step in
            switch step {
            case .call(let arguments), .element(let arguments): arguments.allSatisfy(\.isLiteral)
            default: true
            }
        }
    }
}
