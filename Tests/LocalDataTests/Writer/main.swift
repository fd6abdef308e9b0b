// Works on a store from a process of its own, so that it can be killed or have its rights taken away:
//   deals PATH COUNT ROUNDS   keeps a list of COUNT offers, ROUNDS times, and prints a line after each
//   change PATH               turns notifications off, prints the key that is sent, and never gets an answer
// An error is printed by its name, and the status is 1.
import Domain
import Foundation
import LocalData

let words = CommandLine.arguments
guard words.count > 2 else { exit(64) }
do {
    let store = try LocalDatabase(
        .file(URL(fileURLWithPath: words[2])),
        patience: .seconds(60),
        clock: ContinuousClock(),
        now: { Date() },
        onWarning: { print("warning: \($0)") }
    )
    switch words[1] {
    case "deals":
        for round in 1...(Int(words[4]) ?? 1) {
            let name = "\(ProcessInfo.processInfo.processIdentifier)-\(round)"
            try await store.deals.persist(
                (0..<(Int(words[3]) ?? 1)).lazy.map { deal($0, name) },
                of: UserID("ada"),
                asOf: Date(timeIntervalSinceReferenceDate: Double(round))
            )
            say(name)
        }
    case "change":
        let remote = RemoteSettings(
            fetch: { _ async throws(SettingsError) in (newDeals: true, version: "\"s-1\"") },
            change: { _, _, key, _ async throws(SettingsError) in
                say(key)
                for await _ in AsyncStream<Never>.makeStream().stream {}
                throw .unavailable
            }
        )
        let settings = OfflineSettings(
            remote: remote,
            database: store,
            now: { Date() },
            newKey: { UUID().uuidString }
        )
        _ = try await settings.setNewDeals(false, for: UserID("ada"))
    default: exit(64)
    }
} catch {
    say("\(error)")
    exit(1)
}

func deal(_ number: Int, _ title: String) -> Deal {
    let end = DealEnd.moment(Date(timeIntervalSinceReferenceDate: Double(number)))
    return Deal(id: DealID("D-\(number)"), title: title, subtitle: nil, end: end, terms: "")
}

/// Prints a line at once: standard output is a pipe here, and the process may be killed.
@Sendable func say(_ line: String) {
    FileHandle.standardOutput.write(Data((line + "\n").utf8))
}
