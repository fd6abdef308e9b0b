import SeamKit

/// Plans gathering and injecting: each caller gets one property for an accessor, and its uses go through it.
///
/// Each stage takes values and returns values: *locate* → *classify* → *place* → *edit*. The comment at the head of a stage's
/// file says what it decides.
enum Gathering {
    static func plan(_ request: CutRequest) -> CutPlan {
        var outcomes = Array(repeating: CutPlan.Outcome.outside, count: request.uses.count)
        let (direct, held) = sorted(request, noting: &outcomes)
        let paths = direct.keys.sorted()
        var files = paths.compactMap {
            classified($0, direct: direct[$0] ?? [], held: held[$0] ?? [], of: request, noting: &outcomes)
        }
        var choice: ProtocolChoice?
        var problem: ProtocolPlan?
        if let name = request.options.protocolName {
            do throws(ProtocolPlanner.Problem) {
                choice = try ProtocolChoice.choose(name, for: files, of: request)
            } catch {
                problem = ProtocolPlan(name: name, problem: error.text)
                // No caller can see the instance through the protocol.
                for candidate in files.flatMap(\.candidates) { outcomes[candidate.row] = .left(.member) }
                files = []
            }
        }
        let names = PropertyName(request: request, usualIn: paths)
        let placement = Placer.place(files, of: request, choice: choice, names: names)
        for (row, outcome) in placement.outcomes { outcomes[row] = outcome }
        return CutPlan(
            singleton: request.singleton,
            stage: request.options.stage,
            rows: zip(request.uses, outcomes).map { use, outcome in
                CutPlan.Row(use: use, outcome: outcome, shape: shape(of: use, outcome, in: request))
            },
            callers: placement.callers,
            gathered: placement.gathered,
            failures: placement.failures,
            changes: Editor.changes(of: placement, request),
            abstraction: choice?.plan ?? problem,
            style: request.options.style,
            carriers: placement.carriers.planned
        )
    }

    /// Returns the code around a use that stays, for a person who looks for what is common.
    private static func shape(of use: Use, _ outcome: CutPlan.Outcome, in request: CutRequest) -> String {
        guard case .left(let reason) = outcome, ![.held, .root, .test].contains(reason) else { return "" }
        return request.shape(of: use) ?? ""
    }

    /// Returns the uses that may be rewritten, and those that something holds, by their files. Leaves all others.
    private static func sorted(
        _ request: CutRequest,
        noting outcomes: inout [CutPlan.Outcome]
    ) -> (direct: [String: [Int]], held: [String: [Int]]) {
        var direct: [String: [Int]] = [:]
        var held: [String: [Int]] = [:]
        for (row, use) in request.uses.enumerated() {
            guard let reason = request.reasons.first(of: Locator.ofMap, for: use) else {
                direct[use.file, default: []].append(row)
                continue
            }
            outcomes[row] = .left(reason)
            if reason == .held, use.certainty == .resolved { held[use.file, default: []].append(row) }
        }
        return (direct, held)
    }

    /// Locates and classifies the uses of a file. Returns nil if nothing in the file can be edited.
    private static func classified(
        _ path: String,
        direct: [Int],
        held: [Int],
        of request: CutRequest,
        noting outcomes: inout [CutPlan.Outcome]
    ) -> ClassifiedFile? {
        let (locator, classifier) = (Locator(request: request), Classifier(request: request))
        var candidates: [Candidate] = []
        for row in direct {
            switch locator.locate(row).flatMap(classifier.classify) {
            case .success(let candidate): candidates.append(candidate)
            case .failure(let reason): outcomes[row] = .left(reason)
            }
        }
        guard let file = request.index.file(path), file.isEditable else { return nil }
        let isInjected = request.options.stage == .inject
        let reads = isInjected ? held.compactMap { StaticRead(row: $0, in: file, of: request) } : []
        return ClassifiedFile(file: file, candidates: candidates, reads: reads)
    }
}

/// The uses of a file that can be rewritten.
struct ClassifiedFile {
    let file: ParsedFile
    let candidates: [Candidate]
    /// The uses that read a static property already, and can get an instance that was passed.
    let reads: [StaticRead]
}
