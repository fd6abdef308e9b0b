import SeamKit

/// What was found while code was followed, and what is being followed.
struct ReachRecord {
    /// The first thing that somebody can see.
    private(set) var observation: Observation?
    /// The types of the instances that are made.
    private(set) var types: Set<CodeTree.TypeID> = []
    /// The types whose values are read.
    private(set) var needed: Set<CodeTree.TypeID> = []
    /// What certainly runs; nil if everything is followed that may run.
    var trace: Trace?
    /// Whether code is followed behind what somebody can see, to find the other types that are made.
    let isForTypes: Bool
    /// Whether only the type of a value is of interest: nothing runs.
    var isAsking = false
    /// The declarations that were followed, by their places.
    private var seen: Set<Place> = []
    /// Those whose initial values are being computed.
    private var open: [Place] = []
    private var depth = 0
    private var count = 0

    fileprivate struct Place: Hashable {
        let path: String
        let offset: Int
        let type: CodeTree.TypeID?
        let part: Reach.Part
    }

    /// A declaration whose code runs, in part or as a whole.
    struct Entry {
        let declaration: Declaration
        let type: CodeTree.TypeID?
        let part: Reach.Part
        /// Whether its initial value is computed, for which nothing can wait that it waits for.
        let isInitialValue: Bool

        fileprivate var place: Place {
            Place(path: declaration.document.path, offset: declaration.offset, type: type, part: part)
        }
    }

    init(trace: Trace? = nil, isForTypes: Bool = false) { (self.trace, self.isForTypes) = (trace, isForTypes) }

    var isOver: Bool { observation != nil && !isForTypes }

    /// Whether only what certainly runs is followed.
    var isTracing: Bool { trace != nil && !isAsking }

    // MARK: - What was found

    mutating func observe(_ effect: Observation.Effect, _ code: String, at offset: Int, in document: SwiftDocument) {
        guard observation == nil, !isAsking else { return }
        if trace != nil {
            trace?.lose()
            return
        }
        let (line, text) = (document.line(at: offset), code.count > 60 ? code.prefix(60) + "…" : code[...])
        observation = Observation(effect: effect, file: document.path, line: line, code: String(text))
    }

    /// Notes what a chain does that somebody can see. Nothing is known of its value then.
    @discardableResult
    mutating func observe(_ effect: Observation.Effect, at link: ReachLink) -> ReachValue {
        observe(effect, link.chain.text, at: link.offset, in: link.frame.document)
        return .unknown
    }

    mutating func note(type: CodeTree.TypeID) { if !isAsking { types.insert(type) } }

    /// Notes that somebody's value of a type is read.
    mutating func note(needed type: CodeTree.TypeID) { if isForTypes { needed.insert(type) } }

    // MARK: - What is followed

    /// Counts a step, and ends everything after too many.
    mutating func isWithinLimits(in document: SwiftDocument) -> Bool {
        count += 1
        guard depth >= 100 || count >= 20_000 else { return true }
        observation = observation ?? Observation(effect: .unknown, file: document.path, line: 1)
        return false
    }

    mutating func goDeeper() { depth += 1 }

    mutating func goBack() { depth -= 1 }

    /// Begins to follow a declaration; returns whether that is to be done.
    ///
    /// - Parameter isOnce: whether it is followed only once for each type.
    mutating func begin(_ entry: Entry, isOnce: Bool) -> Bool {
        guard !isOver, !isAsking else { return false }
        let (declaration, place) = (entry.declaration, entry.place)
        if open.contains(place) {
            observe(.cycle, declaration.name, at: declaration.offset, in: declaration.document)
            if trace != nil { return false }
        }
        if isOnce, !seen.insert(place).inserted { return false }
        guard isWithinLimits(in: declaration.document) else { return false }
        if entry.isInitialValue { open.append(place) }
        goDeeper()
        return true
    }

    mutating func end(_ entry: Entry) {
        goBack()
        if entry.isInitialValue { open.removeLast() }
        trace?.complete(entry.declaration, part: entry.part)
    }

    /// Returns whether the initial value of a static variable or a global is being computed.
    func isOpen(_ declaration: Declaration) -> Bool {
        open.contains { $0.path == declaration.document.path && $0.offset == declaration.offset && $0.type == nil }
    }
}
