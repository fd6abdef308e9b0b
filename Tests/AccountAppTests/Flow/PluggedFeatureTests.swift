import Diagnostics
import Domain
import DomainMocks
import Foundation
import Logging
import Presentation
import TestSupport
import Testing

@testable import account

/// What another developer would write: a feature is this one value.
private let weather = TerminalFeature(
    FeatureID("weather"),
    screens: [
        TerminalScreen(Feature.Screen(ScreenID("forecast"))) { _, _ throws(AccountFailure) in
            Session.Showing(document: ["update": ["text": .string("Rain.")]]) { page in
                page.line("Rain.")
            }
        }
    ],
    commands: { _ in
        [
            Feature.Command(CommandName("ask"), Feature.Parameters(required: ["city"])) {
                parameters in
                guard parameters["city"] != "Atlantis" else {
                    return .failure(
                        .failed(
                            FlowProblem(
                                code: DiagnosticCode("weather.no-such-city"),
                                text: "There is no such city.",
                                cause: .refused
                            )
                        )
                    )
                }
                return .success(CommandAnswer("Rain."))
            }
        ]
    }
)

@Suite("A feature from outside") @MainActor
struct PluggedFeatureTests {
    private let spool = Spool(
        folder: FileManager.default.temporaryDirectory.appending(path: "plugged-\(UUID().uuidString)"),
        limit: 1 << 20,
        now: { Date() }
    )

    private func session() -> Session {
        var composition = Composition.mock()
        composition.diagnostics = DiagnosticsModule(
            publish: DiagnosticsCentre(spool: spool, origin: 1),
            finish: {}
        )
        return Session(
            composition,
            of: SampleAccount.ada,
            Formats(locale: Locale(identifier: "en_GB"), timeZone: .gmt, wording: .english)
        )
    }

    private func flow(_ session: Session, _ features: [TerminalFeature]) throws(AccountFailure) -> Session.Flow {
        try session.flow(over: features, timeout: .seconds(60), isLogged: false)
    }

    private func update(_ showing: Session.Showing) -> String? {
        guard case .object(let parts) = showing.document, case .object(let update)? = parts["update"],
            case .string(let text)? = update["text"]
        else { return nil }
        return text
    }

    @Test("Added in one line it is reached by link, reports its errors, and can be left out again")
    func plugged() async throws {
        defer { try? FileManager.default.removeItem(at: spool.file.deletingLastPathComponent()) }
        let session = session()
        let with = try flow(session, session.features + [weather])
        let asked = try await session.open("account://weather/ask?city=Bath&screen=View1", in: with)
        let shown = try await session.open("account://forecast", in: with)
        #expect([update(asked), update(shown)] == ["Rain.", "Rain."])
        let failure = await #expect(throws: AccountFailure.self) {
            _ = try await session.open("account://weather/ask?city=Atlantis", in: with)
        }
        #expect(failure?.document.key == "weather.no-such-city")
        let kept = try spool.contents().records
        #expect(kept.map(\.diagnostic.code.text) == ["weather.no-such-city"])
        #expect(kept.map(\.diagnostic.feature.text) == ["weather"])

        let without = try flow(session, session.features)
        for link in ["account://weather/ask?city=Bath", "account://forecast"] {
            let refused = await #expect(throws: AccountFailure.self) { _ = try await session.open(link, in: without) }
            #expect(refused?.status == .usage)
        }
        // The other features are unchanged.
        let answer = try await session.open("account://reservations/data?id=82348", in: without)
        #expect(update(answer)?.contains("engine.example") == true)
    }

    @Test("A second one that claims its links is refused, by name")
    func claimed() throws {
        let session = session()
        let failure = #expect(throws: AccountFailure.self) {
            try flow(session, session.features + [weather, weather])
        }
        #expect(failure?.document.text.contains("two features are called weather") == true)
    }

    @Test("What is recorded is logged, also what could not be kept", arguments: [true, false])
    func logged(isRecorded: Bool) async throws {
        let centre = MockPublishDiagnostic()
        if !isRecorded { centre.calls.stub(.failure(.notRecorded)) }
        let lines = LogLines()
        let logged = LoggedDiagnostics(centre, Logger(label: "test") { _ in lines })
        let diagnostic = Diagnostic(
            time: Date(),
            feature: FeatureID("weather"),
            severity: .error,
            code: DiagnosticCode("weather.broken"),
            details: [.count(3)]
        )
        try? await logged.publish(diagnostic)
        #expect(centre.calls.inputs == [diagnostic])
        let recorded = isRecorded ? "" : " recorded=false"
        #expect(lines.all == ["error weather.broken details=[\"3\"] feature=weather\(recorded)"])
    }
}
