/// The functions, closures and `switch` statements around the current place.
struct OpenBodies {
    typealias Index = FileFacts.Index

    private var returnTypes: [Index] = []
    private var returns: [[Index]] = []
    /// For each `switch`, the chains of its subject.
    private var subjects: [[Index]] = []
    /// Whether the current place is in a closure that maps a delegate.
    private(set) var isMapping = false

    /// The type that the innermost function or closure returns; -1 for none.
    var returnType: Index { returnTypes.last ?? -1 }
    /// The chains of the subject of the innermost `switch`.
    var subject: [Index] { subjects.last ?? [] }

    mutating func enterFunction(returning type: Index) {
        returns.append([])
        returnTypes.append(type)
    }

    /// Notes chains that the innermost function or closure returns.
    mutating func noteReturn(_ chains: [Index]) {
        if !returns.isEmpty { returns[returns.count - 1].append(contentsOf: chains) }
    }

    /// Leaves a function or closure. Returns the chains that it returns.
    mutating func leaveFunction() -> [Index] {
        returnTypes.removeLast()
        return returns.removeLast()
    }

    mutating func enterSwitch(of subject: [Index]) { subjects.append(subject) }

    mutating func leaveSwitch() { subjects.removeLast() }

    /// Enters a closure. Returns whether a closure around it maps a delegate, for leaving it.
    mutating func enterClosure(isMapping maps: Bool) -> Bool {
        let wasMapping = isMapping
        isMapping = wasMapping || maps
        return wasMapping
    }

    mutating func leaveClosure(wasMapping: Bool) { isMapping = wasMapping }
}
