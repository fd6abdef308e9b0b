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
        /// The code of scenes that were made before, and whose views weren't shown.
        let scenes: [Region]
    }

    /// The first reads, by what has the value.
    private(set) var reads: [Reach.Variable: Read] = [:]
    /// The delegate of the application, which the system makes.
    var delegate: CodeTree.TypeID?
    /// Code that is over.
    private var completed: [Region] = []
    /// The code of scenes whose views aren't shown yet.
    private var scenes: [Region] = []
    /// The code that runs, the outermost first, up to what runs now, and where that begins and ends.
    private var open: [(region: Region, action: Range<Int>)] = []

    /// Returns the code that may have run before a read, each part with what it names.
    func regions(before read: Read) -> [Region] { completed.prefix(read.count) + read.open }

    mutating func note(_ variable: Reach.Variable, in document: SwiftDocument, at offset: Int) {
        guard reads[variable] == nil else { return }
        let line = document.line(at: offset)
        var regions = open.map(\.region)
        // What is called on the instance computes its arguments when that is there.
        if let last = open.last, last.region.path == document.path, last.action.contains(offset) {
            let start = last.region.range.lowerBound
            let end = min(last.region.range.upperBound, last.action.lowerBound)
            regions[regions.count - 1].range = start..<max(start, end)
        }
        reads[variable] = Read(
            file: document.path,
            line: line,
            open: regions,
            count: completed.count,
            scenes: scenes
        )
    }

    /// Notes that a declaration has run, or a part of it.
    mutating func complete(_ declaration: Declaration, part: Reach.Part = .code) {
        completed.append(Region(declaration, of: part == .value ? declaration.values : nil))
    }

    /// Notes that the system has made the scenes of an application, whose views it shows later.
    mutating func makeScenes(of application: Declaration) { scenes.append(Region(application)) }

    /// Notes that views of the scenes may be shown from now on.
    mutating func showScenes() {
        completed += scenes
        scenes = []
    }

    mutating func begin(_ body: CodeBody, in document: SwiftDocument) {
        let start = body.range.lowerBound
        open.append((Region(path: document.path, range: start..<start), start..<start))
    }

    /// Goes on with the next action of a body.
    mutating func reach(_ action: CodeBody.Action) {
        guard var last = open.popLast() else { return }
        var isPure = true
        if case .chain(let chain) = action.kind { isPure = chain.isWithoutArguments }
        let start = last.region.range.lowerBound
        let end = isPure ? action.range.lowerBound : action.range.upperBound
        last.region.range = start..<max(start, last.region.range.upperBound, end)
        let begin = max(start, action.range.lowerBound)
        last.action = begin..<max(begin, action.range.upperBound)
        open.append(last)
    }

    /// Says that something of the action was not followed, so that all that it names may have run.
    mutating func lose() {
        guard let last = open.indices.last else { return }
        let range = open[last].region.range
        open[last].region.range = range.lowerBound..<max(range.upperBound, open[last].action.upperBound)
    }

    mutating func end() { open.removeLast() }
}

extension Trace.Region {
    fileprivate init(_ declaration: Declaration, of part: Range<Int>? = nil) {
        path = declaration.document.path
        range = part ?? declaration.offset..<declaration.offset + declaration.text.utf8.count
    }
}

extension Declaration {
    /// Where the initial values are, if the rest runs only when the property is set; nil if it may run at once.
    fileprivate var values: Range<Int>? {
        guard attributes.isEmpty, isObserved else { return nil }
        let ranges = bindings.compactMap { $0.valueBody?.range }
        guard let first = ranges.first, let last = ranges.last else { return offset..<offset }
        return first.lowerBound..<last.upperBound
    }

    /// Whether something runs when the property is set.
    var isObserved: Bool { ["willSet", "didSet"].contains { body(of: $0) != nil } }
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
