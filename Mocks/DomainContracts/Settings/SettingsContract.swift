public import Domain

/// What happens to the store behind the settings, and to the way to it.
public enum SettingsStoreEvent: Sendable {
    /// It can't be reached any more.
    case goesAway
    /// It can be reached again, and asks for nothing.
    case comesBack
    /// It asks to sign in.
    case asksToSignIn
    /// Its answers can't be read.
    case isMalformed
    /// It allows no change from now on.
    case refusesChanges
    /// It applies the next change, and the connection is gone before the answer is. The one after works again.
    case losesNextAnswer
    /// Another device sets what the person wants; also where it was so, the store counts it as a change.
    case changesElsewhere(newDeals: Bool)
    /// Each of its answers is held up by the gate: the source calls `Gate.pass()`, or
    /// `Gate.passIgnoringCancellation()` if it knows no cancellation, before it answers.
    case isHeldUp(Gate)
}

/// Implementations of the use cases about settings that belong together, over one store.
public struct SettingsArrangement: Sendable {
    let fetch: any FetchNotificationSettings
    let update: any UpdateNotificationSettings
    let pending: any SendPendingChanges
    let tell: @Sendable (SettingsStoreEvent) async throws -> Void
    let applied: @Sendable () async throws -> [Bool]

    /// Takes the implementations; what makes something happen to the store; and the changes that the store has applied,
    /// oldest first, each as often as it did, without those made elsewhere.
    public init(
        fetch: any FetchNotificationSettings,
        update: any UpdateNotificationSettings,
        pending: any SendPendingChanges,
        tell: @escaping @Sendable (SettingsStoreEvent) async throws -> Void,
        applied: @escaping @Sendable () async throws -> [Bool]
    ) {
        self.fetch = fetch
        self.update = update
        self.pending = pending
        self.tell = tell
        self.applied = applied
    }
}

/// What every set of `FetchNotificationSettings`, `UpdateNotificationSettings` and `SendPendingChanges` must do.
///
/// A situation says what the store has confirmed for the user `ada`; it knows nobody else. Every row begins with the
/// store in reach and nothing known or queued on the device.
public typealias SettingsContract = ScenarioContract<NotificationSettings, SettingsArrangement>

extension SettingsContract {
    /// Every row of the contract.
    public static var rows: [Row] { rowsWithoutRules + ruleRows }

    /// The rows that also hold for a fake, which has none of a store's rules.
    public static var rowsWithoutRules: [Row] { fetchRows + updateRows + queueRows + coalescingRows + callRows }

    private static let ada = UserID("ada")
}

// MARK: - Fetching

extension SettingsContract {
    private static var fetchRows: [Row] {
        [
            row("What the store has confirmed comes through, on") { contract, settings in
                let answer = try await settings.fetched(contract)
                try expect(answer, Snapshot(NotificationSettings(confirmed: true), freshness: .live))
            },
            Row(name: "What the store has confirmed comes through, off") { contract in
                let settings = Scene(try await contract.arrange(NotificationSettings(confirmed: false)))
                let answer = try await settings.fetched(contract)
                try expect(answer, Snapshot(NotificationSettings(confirmed: false), freshness: .live))
            },
            row("An unknown user is a failure of its own") { contract, settings in
                try await contract.expectFailure(.unknownUser, settings.fetching(UserID("nobody")))
            },
            row("Being asked to sign in is a failure of its own") { contract, settings in
                try await settings.tell(.asksToSignIn)
                try await contract.expectFailure(.unauthorised, settings.fetching(ada))
            },
            row("A malformed answer is a failure") { contract, settings in
                try await settings.tell(.isMalformed)
                try await contract.expectFailure(.malformed, settings.fetching(ada))
            },
            row("A store out of reach with nothing kept is a failure") { contract, settings in
                try await settings.tell(.goesAway)
                try await contract.expectFailure(.unavailable, settings.fetching(ada))
            },
            row("What was kept does not count as live") { contract, settings in
                _ = try await settings.fetched(contract)
                try await settings.tell(.goesAway)
                switch try await contract.outcome(settings.fetching(ada)) {
                case .failure(let failure): try expect(failure, .unavailable)
                case .success(let answer):
                    try expect(answer.value, NotificationSettings(confirmed: true))
                    if answer.freshness == .live { throw Mismatch(expected: "a kept answer", found: "a live one") }
                }
            },
        ]
    }
}

// MARK: - Changing

extension SettingsContract {
    private static var updateRows: [Row] {
        [
            row("A change is confirmed by the store") { contract, settings in
                try expect(try await settings.set(false, contract), NotificationSettings(confirmed: false))
                try expect(try await settings.applied(), [false])
            },
            row("A confirmed change is what is fetched next") { contract, settings in
                _ = try await settings.set(false, contract)
                try expect(try await settings.fetched(contract).value, NotificationSettings(confirmed: false))
            },
            row("A refused change is a failure") { contract, settings in
                _ = try await settings.fetched(contract)
                try await settings.tell(.refusesChanges)
                try await contract.expectFailure(.refused, settings.setting(false))
            },
            row("A refused change leaves what was confirmed, and nothing queued") { contract, settings in
                _ = try await settings.fetched(contract)
                try await settings.tell(.refusesChanges)
                _ = try await contract.outcome(settings.setting(false))
                try expect(try await settings.fetched(contract).value, NotificationSettings(confirmed: true))
                try expect(try await settings.queued(contract).count, 0)
            },
            row("A change that asks to sign in is a failure, and nothing is queued") { contract, settings in
                _ = try await settings.fetched(contract)
                try await settings.tell(.asksToSignIn)
                try await contract.expectFailure(.unauthorised, settings.setting(false))
                try expect(try await settings.queued(contract).count, 0)
            },
            row("A change offline with nothing known is a failure, and nothing is queued") { contract, settings in
                try await settings.tell(.goesAway)
                try await contract.expectFailure(.unavailable, settings.setting(false))
                try expect(try await settings.queued(contract).count, 0)
            },
        ]
    }
}

// MARK: - The queue

extension SettingsContract {
    private static var queueRows: [Row] {
        [
            row("A change offline is pending, and the store has not got it") { contract, settings in
                let answer = try await settings.setOffline([false], contract)
                try expect(answer, NotificationSettings(confirmed: true, pending: false))
                try expect(try await settings.queued(contract).map(\.newDeals), [false])
                try expect(try await settings.applied(), [])
            },
            row("A pending change is shown with what the store has confirmed") { contract, settings in
                _ = try await settings.setOffline([false], contract)
                try await settings.tell(.comesBack)
                let answer = try await settings.fetched(contract).value
                try expect(answer, NotificationSettings(confirmed: true, pending: false))
            },
            row("A pending change is sent when the store is back, and told by its name") { contract, settings in
                _ = try await settings.setOffline([false], contract)
                let queued = try await settings.queued(contract)
                try await settings.tell(.comesBack)
                try expect(try await settings.sent(contract), queued.map { SentChange($0, .applied) })
                try expect(try await settings.applied(), [false])
            },
            row("What was sent is confirmed, and queued no more") { contract, settings in
                _ = try await settings.setOffline([false], contract)
                try await settings.tell(.comesBack)
                _ = try await settings.sent(contract)
                try expect(try await settings.fetched(contract).value, NotificationSettings(confirmed: false))
                try expect(try await settings.queued(contract).count, 0)
            },
            row("What was sent is not sent again") { contract, settings in
                _ = try await settings.setOffline([false], contract)
                try await settings.tell(.comesBack)
                _ = try await settings.sent(contract)
                try expect(try await settings.sent(contract), [])
                try expect(try await settings.applied(), [false])
            },
            row("With nothing queued nothing is sent") { contract, settings in
                try expect(try await settings.sent(contract), [])
                try expect(try await settings.applied(), [])
            },
            row("What can't be sent stays queued under its name") { contract, settings in
                _ = try await settings.setOffline([false], contract)
                let queued = try await settings.queued(contract)
                try await contract.expectFailure(.unavailable, settings.sending)
                try expect(try await settings.queued(contract), queued)
            },
            row("Being asked to sign in leaves what is queued") { contract, settings in
                _ = try await settings.setOffline([false], contract)
                let queued = try await settings.queued(contract)
                try await settings.tell(.asksToSignIn)
                try await contract.expectFailure(.unauthorised, settings.sending)
                try expect(try await settings.queued(contract), queued)
            },
            row("Sent twice at once, a change reaches the store once") { contract, settings in
                _ = try await settings.setOffline([false], contract)
                try await settings.tell(.comesBack)
                async let first = contract.outcome(settings.sending)
                async let second = contract.outcome(settings.sending)
                _ = try await (first, second)
                _ = try await settings.sent(contract)
                try expect(try await settings.applied(), [false])
                try expect(try await settings.queued(contract).count, 0)
            },
        ]
    }

    private static var coalescingRows: [Row] {
        [
            row("Off, then on: nothing is pending") { contract, settings in
                let answer = try await settings.setOffline([false, true], contract)
                try expect(answer, NotificationSettings(confirmed: true))
                try expect(try await settings.queued(contract).count, 0)
            },
            row("Off, then on: nothing is sent") { contract, settings in
                _ = try await settings.setOffline([false, true], contract)
                try await settings.tell(.comesBack)
                try expect(try await settings.sent(contract), [])
                try expect(try await settings.applied(), [])
            },
            row("Off, on, off: one change is sent") { contract, settings in
                _ = try await settings.setOffline([false, true, false], contract)
                try expect(try await settings.queued(contract).map(\.newDeals), [false])
                try await settings.tell(.comesBack)
                try expect(try await settings.sent(contract).map(\.result), [.applied])
                try expect(try await settings.applied(), [false])
            },
            row("A change made with the store in reach takes the queued one with it") { contract, settings in
                _ = try await settings.setOffline([false], contract)
                try await settings.tell(.comesBack)
                try expect(try await settings.set(false, contract), NotificationSettings(confirmed: false))
                try expect(try await settings.queued(contract).count, 0)
                try expect(try await settings.applied(), [false])
            },
        ]
    }
}

// MARK: - Rules of the store, and another device

extension SettingsContract {
    /// The rows about what a store refuses, what another device changes, and answers that are lost.
    public static var ruleRows: [Row] {
        let stands = NotificationSettings(confirmed: true)
        return [
            row("A queued change that is refused is told, and taken off") { contract, settings in
                _ = try await settings.setOffline([false], contract)
                let queued = try await settings.queued(contract)
                try await settings.tell(.comesBack)
                try await settings.tell(.refusesChanges)
                try expect(try await settings.sent(contract), queued.map { SentChange($0, .refused) })
                try expect(try await settings.queued(contract).count, 0)
                try expect(try await settings.fetched(contract).value, NotificationSettings(confirmed: true))
            },
            row("A change whose answer was lost reaches the store once") { contract, settings in
                _ = try await settings.fetched(contract)
                try await settings.tell(.losesNextAnswer)
                _ = try await contract.outcome(settings.setting(false))
                _ = try await settings.sent(contract)
                try expect(try await settings.fetched(contract).value, NotificationSettings(confirmed: false))
                try expect(try await settings.applied(), [false])
            },
            row("What the store may have got is not coalesced away") { contract, settings in
                _ = try await settings.fetched(contract)
                try await settings.tell(.losesNextAnswer)
                _ = try await contract.outcome(settings.setting(false))
                try await settings.tell(.goesAway)
                _ = try await contract.outcome(settings.setting(true))
                try await settings.tell(.comesBack)
                _ = try await settings.sent(contract)
                try expect(try await settings.fetched(contract).value, NotificationSettings(confirmed: true))
                try expect(try await settings.applied(), [false, true])
            },
            row("A change made elsewhere in between is found, and left so") { contract, settings in
                _ = try await settings.fetched(contract)
                try await settings.tell(.changesElsewhere(newDeals: true))
                try await contract.expectFailure(.changedElsewhere(stands), settings.setting(false))
                try expect(try await settings.applied(), [])
            },
            row("Who was told of a change made elsewhere can change it again") { contract, settings in
                _ = try await settings.fetched(contract)
                try await settings.tell(.changesElsewhere(newDeals: true))
                _ = try await contract.outcome(settings.setting(false))
                try expect(try await settings.set(false, contract), NotificationSettings(confirmed: false))
            },
            row("A queued change that was overtaken is told, and not sent over the other") { contract, settings in
                _ = try await settings.setOffline([false], contract)
                let queued = try await settings.queued(contract)
                try await settings.tell(.changesElsewhere(newDeals: true))
                try await settings.tell(.comesBack)
                try expect(
                    try await settings.sent(contract),
                    queued.map { SentChange($0, .changedElsewhere(stands)) }
                )
                try expect(try await settings.applied(), [])
            },
            row("An overtaken change is queued no more, and what stands is shown") { contract, settings in
                _ = try await settings.setOffline([false], contract)
                try await settings.tell(.changesElsewhere(newDeals: true))
                try await settings.tell(.comesBack)
                _ = try await settings.sent(contract)
                try expect(try await settings.queued(contract).count, 0)
                try expect(try await settings.fetched(contract).value, stands)
            },
            row("Looking at the settings does not hide that a queued change was overtaken") { contract, settings in
                _ = try await settings.setOffline([false], contract)
                try await settings.tell(.changesElsewhere(newDeals: true))
                try await settings.tell(.comesBack)
                _ = try await settings.fetched(contract)
                try expect(try await settings.sent(contract).map(\.result), [.changedElsewhere(stands)])
                try expect(try await settings.applied(), [])
            },
        ]
    }
}

// MARK: - Calls that are cancelled

extension SettingsContract {
    private static var callRows: [Row] {
        [
            row("A fetch that is cancelled before it starts ends as cancelled") { contract, settings in
                try await contract.expectFailure(.cancelled, cancelled: true, settings.fetching(ada))
            },
            row("A change that is cancelled before it starts ends as cancelled, and is not made") {
                contract,
                settings in
                _ = try await settings.fetched(contract)
                try await contract.expectFailure(.cancelled, cancelled: true, settings.setting(false))
                try expect(try await settings.applied(), [])
                try expect(try await settings.queued(contract).count, 0)
            },
            row("A sending that is cancelled before it starts leaves what is queued") { contract, settings in
                _ = try await settings.setOffline([false], contract)
                try await settings.tell(.comesBack)
                try await contract.expectFailure(.cancelled, cancelled: true, settings.sending)
                try expect(try await settings.queued(contract).map(\.newDeals), [false])
            },
            row("A fetch that is cancelled while it waits ends as cancelled, soon") { contract, settings in
                var calls = CallsUnderWay<Void, Snapshot<NotificationSettings>, SettingsError>(
                    patience: contract.patience
                )
                defer { calls.abandon() }
                try await settings.tell(.isHeldUp(calls.gate))
                let fetching = settings.fetching(ada)
                let call = calls.start({ _ throws(SettingsError) in try await fetching() }, ())
                try await calls.gateReached { "\($0)" }
                calls.cancel(call)
                let outcome = try await calls.outcome(of: call, expected: "cancelled")
                if case .failure(.cancelled) = outcome { return }
                throw Mismatch(expected: "cancelled", found: "\(outcome)")
            },
        ]
    }
}

// MARK: - How

extension SettingsContract {
    private static func row(
        _ name: String,
        check: @escaping @Sendable (SettingsContract, Scene) async throws -> Void
    ) -> Row {
        Row(name: name) { contract in
            try await check(contract, Scene(try await contract.arrange(NotificationSettings(confirmed: true))))
        }
    }

    /// What Ada does, in words of the rows.
    private struct Scene: Sendable {
        let arranged: SettingsArrangement

        init(_ arranged: SettingsArrangement) {
            self.arranged = arranged
        }

        func tell(_ event: SettingsStoreEvent) async throws { try await arranged.tell(event) }

        func applied() async throws -> [Bool] { try await arranged.applied() }

        func fetching(
            _ user: UserID
        ) -> @Sendable () async throws(SettingsError) -> Snapshot<NotificationSettings> {
            { [arranged] () async throws(SettingsError) in
                do throws(ReadError) {
                    return try await arranged.fetch.notificationSettings(of: user)
                } catch {
                    throw SettingsError(error)
                }
            }
        }

        func setting(_ isOn: Bool) -> @Sendable () async throws(SettingsError) -> NotificationSettings {
            { [arranged] () async throws(SettingsError) in try await arranged.update.setNewDeals(isOn, for: ada) }
        }

        var sending: @Sendable () async throws(SettingsError) -> [SentChange] {
            { [arranged] () async throws(SettingsError) in try await arranged.pending.sendPendingChanges(of: ada) }
        }

        func fetched(_ contract: SettingsContract) async throws -> Snapshot<NotificationSettings> {
            try await contract.answer(fetching(ada))
        }

        func set(_ isOn: Bool, _ contract: SettingsContract) async throws -> NotificationSettings {
            try await contract.answer(setting(isOn))
        }

        func sent(_ contract: SettingsContract) async throws -> [SentChange] {
            try await contract.answer(sending)
        }

        func queued(_ contract: SettingsContract) async throws -> [PendingChange] {
            try await contract.answer { [arranged] () async throws(SettingsError) in
                try await arranged.pending.pendingChanges(of: ada)
            }
        }

        /// Chooses these one after the other once the store, which was asked before, is out of reach.
        func setOffline(_ choices: [Bool], _ contract: SettingsContract) async throws -> NotificationSettings {
            var answer = try await fetched(contract).value
            try await tell(.goesAway)
            for choice in choices { answer = try await set(choice, contract) }
            return answer
        }
    }
}
