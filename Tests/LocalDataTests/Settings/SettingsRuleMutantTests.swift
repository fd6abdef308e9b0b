import Domain
import DomainContracts
import Synchronization
import TestSupport
import Testing

@testable import LocalData

@Suite("Settings without one of the rules about them fail the rows about it, and no others", .turns)
struct SettingsRuleMutantTests {
    @Test("Settings", arguments: ruleMutants)
    func settings(_ mutant: SettingsMutant) async throws {
        let failed = try await mutant.rowsFailed(of: SettingsContract.ruleRows) { confirmed, change in
            let server = SettingsServer(newDeals: confirmed.confirmed)
            var parts = SettingsParts(try store(.memory).settings(server))
            change(&parts)
            return SettingsArrangement(
                fetch: parts,
                update: parts,
                pending: parts,
                tell: { await server.tell($0) },
                applied: { await server.made }
            )
        }
        #expect(failed == mutant.failedRows)
    }

    @Test("Every rule is failed by a mutant")
    func everyRow() {
        let rows = Set(SettingsContract.ruleRows.map(\.name))
        #expect(rows.subtracting(ruleMutants.flatMap(\.failedRows)) == [])
    }
}

private let ruleMutants = [
    SettingsMutant("keeps what was refused", failing: "A queued change that is refused is reported, and taken off") {
        parts in
        parts.keepSent { $0 == .refused }
    },
    SettingsMutant(
        "keeps what was overtaken",
        failing: "An overtaken change is queued no more, and what stands is shown"
    ) { parts in
        parts.keepSent { if case .changedElsewhere = $0 { true } else { false } }
    },
    SettingsMutant(
        "takes a refused change for applied",
        failing: "A queued change that is refused is reported, and taken off"
    ) { parts in
        parts.mapSent { $0.map { $0.result == .refused ? SentChange($0.change, .applied) : $0 } }
    },
    SettingsMutant(
        "coalesces away what the store may have got",
        failing: "What the store may have got is not coalesced away"
    ) { parts in
        let isCleared = Flag()
        parts.update = { [update = parts.update] isOn throws(SettingsError) in
            let answer = try await update(isOn)
            isCleared.set(isOn)
            return answer
        }
        parts.send = { [send = parts.send] () async throws(SettingsError) in
            isCleared.isSet ? [] : try await send()
        }
    },
    SettingsMutant(
        "looks before it changes, and changes whatever it sees",
        failing: "A change made elsewhere in between is found, and left so"
    ) { parts in
        parts.update = { [update = parts.update, fetch = parts.fetch] isOn throws(SettingsError) in
            if !Task.isCancelled { _ = try? await fetch(ada) }
            return try await update(isOn)
        }
    },
    SettingsMutant(
        "never gets over a change made elsewhere",
        failing: "After a change made elsewhere is reported, the person can change it again"
    ) { parts in
        let wasOvertaken = Flag()
        parts.update = { [update = parts.update] isOn throws(SettingsError) in
            do throws(SettingsError) {
                if wasOvertaken.isSet { throw .changedElsewhere(NotificationSettings(confirmed: true)) }
                return try await update(isOn)
            } catch {
                if case .changedElsewhere = error { wasOvertaken.set() }
                throw error
            }
        }
    },
    SettingsMutant(
        "sends a queued change over another",
        failing: "A queued change that was overtaken is reported, and not sent over the other",
        "An overtaken change is queued no more, and what stands is shown",
        "Looking at the settings does not hide that a queued change was overtaken"
    ) { parts in
        parts.send = { [send = parts.send, update = parts.update] () async throws(SettingsError) in
            var sent = try await send()
            for (index, change) in sent.enumerated() {
                guard case .changedElsewhere = change.result else { continue }
                _ = try await update(change.change.newDeals)
                sent[index] = SentChange(change.change, .applied)
            }
            return sent
        }
    },
    SettingsMutant(
        "sends over what was looked at",
        failing: "Looking at the settings does not hide that a queued change was overtaken"
    ) { parts in
        let looks = Mutex(0)
        parts.fetch = { [fetch = parts.fetch] user throws(SettingsError) in
            looks.withLock { $0 += 1 }
            return try await fetch(user)
        }
        parts.send = { [send = parts.send, update = parts.update] () async throws(SettingsError) in
            let looked = looks.withLock { $0 > 1 }
            var sent = try await send()
            for (index, change) in sent.enumerated() where looked {
                guard case .changedElsewhere = change.result else { continue }
                _ = try await update(change.change.newDeals)
                sent[index] = SentChange(change.change, .applied)
            }
            return sent
        }
    },
    SettingsMutant(
        "does not tell of what was overtaken",
        failing: "A queued change that was overtaken is reported, and not sent over the other",
        "Looking at the settings does not hide that a queued change was overtaken"
    ) { parts in
        parts.mapSent { $0.filter { if case .changedElsewhere = $0.result { false } else { true } } }
    },
    SettingsMutant(
        "takes everything for on",
        failing: "A change whose answer was lost reaches the store once"
    ) { parts in
        parts.fetch = { [fetch = parts.fetch] user throws(SettingsError) in
            Snapshot(NotificationSettings(confirmed: true), freshness: try await fetch(user).freshness)
        }
    },
]
