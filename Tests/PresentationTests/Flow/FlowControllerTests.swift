import Domain
import DomainMocks
import Foundation
import Presentation
import Synchronization
import Testing

/// Never returns, even if its task is cancelled.
func never() async {
    await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
}

@MainActor
@Suite("The flow controller", .timeLimit(.minutes(15)))
struct FlowControllerTests {
    private let centre = MockPublishDiagnostic()
    private let progress = ActivityIndicator(isEnabled: true)
    private let clock = ManualClock()

    private nonisolated static let broken = FlowProblem(
        code: DiagnosticCode("sample.broken"),
        text: "It is broken.",
        cause: .unavailable,
        severity: .error,
        details: [.count(3)]
    )

    private static func sample(
        _ id: FeatureID = FeatureID("sample"),
        screens: [ScreenID] = [ScreenID("sample"), ScreenID("other")],
        run: @escaping Feature.Command.Run = { .success(CommandAnswer("done " + ($0["id"] ?? ""))) }
    ) -> Feature {
        Feature(
            id,
            screens: screens.map { Feature.Screen($0, Feature.Parameters(optional: ["id"], isClear: isClear)) },
            commands: [
                Feature.Command(
                    CommandName("do"),
                    Feature.Parameters(required: ["id"], optional: ["more"], isClear: isClear),
                    run: run
                )
            ]
        )
    }

    private static let isClear: @Sendable (String, String) -> Bool = { $0 != "id" || $1 != "unclear" }

    private func flow(
        _ features: [Feature] = [sample()],
        grammars: [LinkGrammar] = [.account]
    ) throws(FlowSetupError) -> FlowController {
        try FlowController(
            features: features,
            grammars: grammars,
            publish: centre,
            progress: progress,
            formats: .british,
            timeout: .seconds(5),
            clock: clock,
            now: { Date(timeIntervalSince1970: 7) }
        )
    }

    // MARK: Screens

    @Test("A link to a screen leads there, and back leads back")
    func navigation() async throws {
        let flow = try flow()
        #expect(flow.current == nil)
        #expect(await flow.open("account://sample?id=1") == .shown(ScreenID("sample")))
        #expect(await flow.open("account://other") == .shown(ScreenID("other")))
        #expect(await flow.open("account://other") == .shown(ScreenID("other")))
        #expect(flow.history.map(\.description) == ["account://sample?id=1", "account://other"])
        #expect(flow.back()?.parameters["id"] == "1")
        #expect(flow.back() == nil)
        #expect(flow.current?.target == .screen(ScreenID("sample")))
        #expect(centre.all == [])
    }

    @Test("The history is bounded; the oldest screens go")
    func history() async throws {
        let flow = try flow()
        for number in 0..<(FlowController.historyLimit + 5) { await flow.open("account://sample?id=\(number)") }
        #expect(flow.history.count == FlowController.historyLimit)
        #expect(flow.history.first?.parameters["id"] == "5")
    }

    @Test(
        "A link that leads nowhere gets a clear answer, is recorded, and changes nothing",
        arguments: [
            ("other://sample", "flow.link.unknown-scheme"), ("sample", "flow.link.unknown-scheme"),
            ("account://", "flow.link.malformed"), ("account://sample?id=1&id=2", "flow.link.repeated-parameter"),
            ("account://nowhere", "flow.unknown-screen"), ("account://nobody/do?id=1", "flow.unknown-feature"),
            ("account://sample/undo?id=1", "flow.unknown-command"), ("account://sample/do", "flow.missing-parameter"),
            ("account://sample/do?id=1&admin=1", "flow.unknown-parameter"),
            ("account://sample?admin=1", "flow.unknown-parameter"),
            ("account://sample?id=unclear", "flow.unclear-parameter"),
            ("account://sample/do?id=unclear&more=1", "flow.unclear-parameter"),
            ("account://sample?id=" + String(repeating: "x", count: 2000), "flow.link.too-long"),
        ]
    )
    func refused(text: String, code: String) async throws {
        let flow = try flow()
        guard case .failed(let problem) = await flow.open(text) else {
            Issue.record("it was opened")
            return
        }
        #expect(problem.code.text == code)
        #expect(problem.text.hasSuffix("."))
        #expect(centre.codes == [code])
        #expect(flow.history == [])
    }

    // MARK: Commands

    @Test("A command's answer is the outcome, and an update of the screen that asked")
    func answered() async throws {
        let flow = try flow()
        var updates = flow.updates(for: ScreenID("asking")).makeAsyncIterator()
        let answer = CommandAnswer("done 1")
        #expect(await flow.open("account://sample/do?id=1&screen=asking") == .answered(answer))
        let command = CommandID(FeatureID("sample"), CommandName("do"))
        #expect(await updates.next() == ScreenUpdate(command, .success(answer)))
        #expect(centre.all == [])
    }

    @Test("A command's failure is the outcome, an update, and in the record once")
    func failed() async throws {
        let flow = try flow([Self.sample { _ in .failure(.failed(Self.broken)) }])
        var updates = flow.updates(for: ScreenID("asking")).makeAsyncIterator()
        #expect(await flow.open("account://sample/do?id=1&screen=asking") == .failed(Self.broken))
        #expect(await updates.next()?.result == .failure(Self.broken))
        #expect(
            centre.all == [
                Diagnostic(
                    time: Date(timeIntervalSince1970: 7),
                    feature: FeatureID("sample"),
                    severity: .error,
                    code: DiagnosticCode("sample.broken"),
                    details: [.count(3)]
                )
            ]
        )
    }

    @Test("Every window of a screen gets the update")
    func windows() async throws {
        let flow = try flow()
        var first = flow.updates(for: ScreenID("asking")).makeAsyncIterator()
        var second = flow.updates(for: ScreenID("asking")).makeAsyncIterator()
        await flow.open("account://sample/do?id=1&screen=asking")
        #expect(await first.next() != nil)
        #expect(await second.next() != nil)
    }

    @Test("An update for a screen that is gone is dropped, recorded, and harms nobody", arguments: [true, false])
    func gone(wasThere: Bool) async throws {
        let flow = try flow()
        if wasThere {
            let updates = flow.updates(for: ScreenID("asking"))
            let following = Task { for await _ in updates {} }
            following.cancel()
            await following.value
        }
        #expect(await flow.open("account://sample/do?id=1&screen=asking") == .answered(CommandAnswer("done 1")))
        #expect(centre.codes == ["flow.update-dropped"])
        #expect(centre.all.map(\.severity) == [.notice])
        #expect(await flow.open("account://sample") == .shown(ScreenID("sample")))
    }

    @Test("A value that no link can have is told, and its command is not run")
    func hostileValue() async throws {
        let flow = try flow()
        let command = CommandID(FeatureID("sample"), CommandName("do"))
        guard case .failed(let problem) = await flow.open(command, ["id": "\u{1B}[2J"], for: nil) else {
            Issue.record("it was opened")
            return
        }
        #expect(problem.code.text == "flow.link.malformed")
    }

    // MARK: Progress, time and cancellation

    @Test("Progress is on while commands run, and goes off with the last", arguments: [true, false])
    func progress(fails: Bool) async throws {
        let (gate, open) = AsyncStream<Never>.makeStream()
        let (entries, entered) = AsyncStream<Void>.makeStream()
        let flow = try flow([
            Self.sample { _ in
                entered.yield()
                for await _ in gate {}
                return fails ? .failure(.failed(Self.broken)) : .success(CommandAnswer("done"))
            }
        ])
        var seen = entries.makeAsyncIterator()
        #expect(!flow.isInProgress)
        let running = Task { await flow.open("account://sample/do?id=1") }
        await seen.next()
        #expect(flow.isInProgress)
        open.finish()
        _ = await running.value
        #expect(!flow.isInProgress)
    }

    @Test("A command that never returns is given up: progress goes off, and the time-out is told and recorded")
    func timeout() async throws {
        let (entries, entered) = AsyncStream<Void>.makeStream()
        let flow = try flow([
            Self.sample { _ in
                entered.yield()
                await never()
                return .success(CommandAnswer("late"))
            }
        ])
        var updates = flow.updates(for: ScreenID("asking")).makeAsyncIterator()
        var seen = entries.makeAsyncIterator()
        let running = Task { await flow.open("account://sample/do?id=1&screen=asking") }
        await seen.next()
        #expect(flow.isInProgress)
        clock.advance(by: .seconds(5))
        guard case .failed(let problem) = await running.value else {
            Issue.record("it was waited for")
            return
        }
        #expect(problem.code.text == "flow.time-out")
        #expect(!flow.isInProgress)
        #expect(centre.codes == ["flow.time-out"])
        #expect(centre.all.first?.feature == FeatureID("sample"))
        #expect(await updates.next()?.result == .failure(problem))
    }

    @Test("A cancelled command ends soon, also one that overlooks it: progress goes off and nothing is told")
    func cancelled() async throws {
        let (entries, entered) = AsyncStream<Void>.makeStream()
        let flow = try flow([
            Self.sample { _ in
                entered.yield()
                await never()
                return .success(CommandAnswer("late"))
            }
        ])
        var seen = entries.makeAsyncIterator()
        let running = Task { await flow.open("account://sample/do?id=1&screen=asking") }
        await seen.next()
        running.cancel()
        #expect(await running.value == .cancelled)
        #expect(!flow.isInProgress)
        #expect(centre.all == [])
    }

    @Test("A command that says that it was cancelled tells and records nothing")
    func cancelsItself() async throws {
        let flow = try flow([Self.sample { _ in .failure(.cancelled) }])
        #expect(await flow.open("account://sample/do?id=1") == .cancelled)
        #expect(centre.all == [])
    }

    @Test("A problem is told, and counted, where it can't be recorded")
    func publishingFails() async throws {
        centre.calls.stub(.failure(.notRecorded))
        let flow = try flow()
        guard case .failed(let problem) = await flow.open("account://nowhere") else {
            Issue.record("it was opened")
            return
        }
        #expect(problem.code.text == "flow.unknown-screen")
        #expect(flow.unrecorded == 1)
    }

    @Test("Recording that never returns is given up too")
    func publishingHangs() async throws {
        centre.calls.hold()
        let flow = try flow()
        let running = Task { await flow.open("account://nowhere") }
        try await centre.calls.waitUntilHeld(1)
        clock.advance(by: .seconds(5))
        guard case .failed = await running.value else {
            Issue.record("it was opened")
            return
        }
        #expect(flow.unrecorded == 1)
    }

    @Test("What fails in a cancelled task is recorded all the same")
    func recordedWhenCancelled() async throws {
        let flow = try flow()
        let running = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return await flow.open("account://nowhere")
        }
        _ = await running.value
        #expect(centre.codes == ["flow.unknown-screen"])
    }

    @Test("A command may open links of its own, and both failures are recorded")
    func nested() async throws {
        let inner = Mutex<FlowController?>(nil)
        let flow = try flow([
            Self.sample { _ in
                await inner.withLock { $0 }?.open("account://nowhere")
                return .failure(.failed(Self.broken))
            }
        ])
        inner.withLock { $0 = flow }
        #expect(await flow.open("account://sample/do?id=1") == .failed(Self.broken))
        #expect(centre.codes == ["flow.unknown-screen", "sample.broken"])
        #expect(!flow.isInProgress)
    }

    // MARK: Features

    @Test("Two features that claim the same link are refused, by name")
    func claims() throws {
        let one = Self.sample()
        #expect(throws: FlowSetupError.featureClaimedTwice(FeatureID("sample"))) { try flow([one, one]) }
        let other = Self.sample(FeatureID("another"))
        #expect(
            throws: FlowSetupError.screenClaimedTwice(
                ScreenID("sample"),
                by: FeatureID("sample"),
                and: FeatureID("another")
            )
        ) { try flow([one, other]) }
        let twice = Feature(FeatureID("sample"), commands: one.commands + one.commands)
        let command = CommandID(FeatureID("sample"), CommandName("do"))
        #expect(throws: FlowSetupError.commandClaimedTwice(command)) { try flow([twice]) }
        #expect(throws: FlowSetupError.schemeClaimedTwice("account")) { try flow(grammars: [.account, .account]) }
    }

    @Test("Leaving a feature out removes its links and nothing else")
    func leftOut() async throws {
        let other = Self.sample(FeatureID("another"), screens: [ScreenID("third")])
        let both = try flow([Self.sample(), other])
        #expect(await both.open("account://third") == .shown(ScreenID("third")))
        #expect(await both.open("account://another/do?id=2") == .answered(CommandAnswer("done 2")))
        let one = try flow([Self.sample()])
        for link in ["account://third", "account://another/do?id=2"] {
            guard case .failed = await one.open(link) else {
                Issue.record("\(link) was opened")
                continue
            }
        }
        #expect(await one.open("account://sample/do?id=1") == .answered(CommandAnswer("done 1")))
    }
}

extension MockPublishDiagnostic {
    /// The published records.
    var all: [Diagnostic] { calls.inputs }
    var codes: [String] { all.map(\.code.text) }
}
