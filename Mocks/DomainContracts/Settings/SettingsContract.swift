public import Domain

/// What every set of `FetchNotificationSettings`, `UpdateNotificationSettings` and `SendPendingChanges` must do.
///
/// A situation is what the store has confirmed for the user `ada`, its only user. In the beginning of every row, the store can
/// be reached, and nothing is known or queued on the device.
public typealias SettingsContract = Contract<NotificationSettings, SettingsArrangement>

extension SettingsContract {
    /// All rows of the contract.
    public static var rows: [Row] { rowsWithoutRules + ruleRows }

    /// The rows that also apply to a fake, which has none of a store's rules.
    public static var rowsWithoutRules: [Row] {
        fetchRows + updateRows + queueRows + unsentRows + coalescingRows + callRows
    }

}

// MARK: - Fetching

extension SettingsContract {
    private static var fetchRows: [Row] {
        [
            row("What the store has confirmed comes through, on") { settings in
                let answer = try await settings.fetched()
                try expect(answer, Snapshot(NotificationSettings(confirmed: true), freshness: .live))
            },
            row("What the store has confirmed comes through, off", confirmed: false) { settings in
                let answer = try await settings.fetched()
                try expect(answer, Snapshot(NotificationSettings(confirmed: false), freshness: .live))
            },
            row("An unknown user is a failure of its own") { settings in
                try await settings.expectFailure(.unknownUser, settings.fetching(UserID("nobody")))
            },
            row("Being asked to sign in is a failure of its own") { settings in
                try await settings.tell(.asksToSignIn)
                try await settings.expectFailure(.unauthorised, settings.fetching(ada))
            },
            row("Being asked to wait is a failure of its own") { settings in
                try await settings.tell(.asksToWait)
                try await settings.expectFailure(.busy, settings.fetching(ada))
            },
            row("A malformed answer is a failure") { settings in
                try await settings.tell(.isMalformed)
                try await settings.expectFailure(.malformed, settings.fetching(ada))
            },
            row("A store out of reach with nothing stored is a failure") { settings in
                try await settings.tell(.goesAway)
                try await settings.expectFailure(.unavailable, settings.fetching(ada))
            },
            row("What was stored does not count as live") { settings in
                _ = try await settings.fetched()
                try await settings.tell(.goesAway)
                switch try await settings.outcome(settings.fetching(ada)) {
                case .failure(let failure): try expect(failure, .unavailable)
                case .success(let answer):
                    try expect(answer.value, NotificationSettings(confirmed: true))
                    if answer.freshness == .live { throw Mismatch(expected: "a stored answer", found: "a live one") }
                }
            },
        ]
    }
}

// MARK: - Changing

extension SettingsContract {
    private static var updateRows: [Row] {
        [
            row("A change is confirmed by the store") { settings in
                try expect(try await settings.set(false), NotificationSettings(confirmed: false))
                try expect(try await settings.applied(), [false])
            },
            row("A confirmed change is what is fetched next") { settings in
                _ = try await settings.set(false)
                try expect(try await settings.fetched().value, NotificationSettings(confirmed: false))
            },
            row("A refused change is a failure") { settings in
                _ = try await settings.fetched()
                try await settings.tell(.refusesChanges)
                try await settings.expectFailure(.refused, settings.setting(false))
            },
            row("A refused change leaves what was confirmed, and nothing queued") { settings in
                _ = try await settings.fetched()
                try await settings.tell(.refusesChanges)
                _ = try await settings.outcome(settings.setting(false))
                try expect(try await settings.fetched().value, NotificationSettings(confirmed: true))
                try expect(try await settings.queued().count, 0)
            },
            row("A change that asks to sign in is a failure, and nothing is queued") { settings in
                _ = try await settings.fetched()
                try await settings.tell(.asksToSignIn)
                try await settings.expectFailure(.unauthorised, settings.setting(false))
                try expect(try await settings.queued().count, 0)
            },
            row("A change offline with nothing known is a failure, and nothing is queued") { settings in
                try await settings.tell(.goesAway)
                try await settings.expectFailure(.unavailable, settings.setting(false))
                try expect(try await settings.queued().count, 0)
            },
        ]
    }
}

// MARK: - The queue

extension SettingsContract {
    private static var queueRows: [Row] {
        [
            row("A change offline is pending, and the store has not got it") { settings in
                let answer = try await settings.setOffline(false)
                try expect(answer, NotificationSettings(confirmed: true, pending: false))
                try expect(try await settings.queued().map(\.newDeals), [false])
                try expect(try await settings.applied(), [])
            },
            row("A change is pending while the store asks to wait") { settings in
                _ = try await settings.fetched()
                try await settings.tell(.asksToWait)
                try expect(try await settings.set(false), NotificationSettings(confirmed: true, pending: false))
                try expect(try await settings.queued().map(\.newDeals), [false])
            },
            row("A pending change is shown with what the store has confirmed") { settings in
                _ = try await settings.setOffline(false)
                try await settings.tell(.comesBack)
                let answer = try await settings.fetched().value
                try expect(answer, NotificationSettings(confirmed: true, pending: false))
            },
            row("A pending change is sent when the store is back, and reported by its name") { settings in
                _ = try await settings.setOffline(false)
                let queued = try await settings.queued()
                try await settings.tell(.comesBack)
                try expect(try await settings.sent(), queued.map { SentChange($0, .applied) })
                try expect(try await settings.applied(), [false])
            },
            row("What was sent is confirmed, and queued no more") { settings in
                _ = try await settings.setOffline(false)
                try await settings.tell(.comesBack)
                _ = try await settings.sent()
                try expect(try await settings.fetched().value, NotificationSettings(confirmed: false))
                try expect(try await settings.queued().count, 0)
            },
            row("What was sent is not sent again") { settings in
                _ = try await settings.setOffline(false)
                try await settings.tell(.comesBack)
                _ = try await settings.sent()
                try expect(try await settings.sent(), [])
                try expect(try await settings.applied(), [false])
            },
            row("With nothing queued nothing is sent") { settings in
                try expect(try await settings.sent(), [])
                try expect(try await settings.applied(), [])
            },
        ]
    }

    private static var unsentRows: [Row] {
        [
            row("What can't be sent stays queued under its name") { settings in
                _ = try await settings.setOffline(false)
                let queued = try await settings.queued()
                try await settings.expectFailure(.unavailable, settings.sending)
                try expect(try await settings.queued(), queued)
            },
            row("Being asked to wait leaves what is queued, and is a failure of its own") { settings in
                _ = try await settings.setOffline(false)
                let queued = try await settings.queued()
                try await settings.tell(.asksToWait)
                try await settings.expectFailure(.busy, settings.sending)
                try expect(try await settings.queued(), queued)
            },
            row("Being asked to sign in leaves what is queued") { settings in
                _ = try await settings.setOffline(false)
                let queued = try await settings.queued()
                try await settings.tell(.asksToSignIn)
                try await settings.expectFailure(.unauthorised, settings.sending)
                try expect(try await settings.queued(), queued)
            },
            row("Sent twice at once, a change reaches the store once") { settings in
                _ = try await settings.setOffline(false)
                try await settings.tell(.comesBack)
                async let first = settings.outcome(settings.sending)
                async let second = settings.outcome(settings.sending)
                _ = try await (first, second)
                _ = try await settings.sent()
                try expect(try await settings.applied(), [false])
                try expect(try await settings.queued().count, 0)
            },
        ]
    }

    private static var coalescingRows: [Row] {
        [
            row("Off, then on: nothing is pending") { settings in
                let answer = try await settings.setOffline(false, true)
                try expect(answer, NotificationSettings(confirmed: true))
                try expect(try await settings.queued().count, 0)
            },
            row("Off, then on: nothing is sent") { settings in
                _ = try await settings.setOffline(false, true)
                try await settings.tell(.comesBack)
                try expect(try await settings.sent(), [])
                try expect(try await settings.applied(), [])
            },
            row("Off, on, off: one change is sent") { settings in
                _ = try await settings.setOffline(false, true, false)
                try expect(try await settings.queued().map(\.newDeals), [false])
                try await settings.tell(.comesBack)
                try expect(try await settings.sent().map(\.result), [.applied])
                try expect(try await settings.applied(), [false])
            },
            row("A change made with the store in reach takes the queued one with it") { settings in
                _ = try await settings.setOffline(false)
                try await settings.tell(.comesBack)
                try expect(try await settings.set(false), NotificationSettings(confirmed: false))
                try expect(try await settings.queued().count, 0)
                try expect(try await settings.applied(), [false])
            },
        ]
    }
}

// MARK: - Rules of the store, and another device

extension SettingsContract {
    /// The rows about what a store refuses, what another device changes, and responses that are lost.
    public static var ruleRows: [Row] { lossRows + conflictRows }

    private static var lossRows: [Row] {
        [
            row("A queued change that is refused is reported, and taken off") { settings in
                _ = try await settings.setOffline(false)
                let queued = try await settings.queued()
                try await settings.tell(.comesBack)
                try await settings.tell(.refusesChanges)
                try expect(try await settings.sent(), queued.map { SentChange($0, .refused) })
                try expect(try await settings.queued().count, 0)
                try expect(try await settings.fetched().value, NotificationSettings(confirmed: true))
            },
            row("A change whose answer was lost reaches the store once") { settings in
                _ = try await settings.fetched()
                try await settings.tell(.losesNextAnswer)
                _ = try await settings.outcome(settings.setting(false))
                _ = try await settings.sent()
                try expect(try await settings.fetched().value, NotificationSettings(confirmed: false))
                try expect(try await settings.applied(), [false])
            },
            row("What the store may have got is not coalesced away") { settings in
                _ = try await settings.fetched()
                try await settings.tell(.losesNextAnswer)
                _ = try await settings.outcome(settings.setting(false))
                try await settings.tell(.goesAway)
                _ = try await settings.outcome(settings.setting(true))
                try await settings.tell(.comesBack)
                _ = try await settings.sent()
                try expect(try await settings.fetched().value, NotificationSettings(confirmed: true))
                try expect(try await settings.applied(), [false, true])
            },
        ]
    }

    private static var conflictRows: [Row] {
        let stands = NotificationSettings(confirmed: true)
        return [
            row("A change made elsewhere in between is found, and left so") { settings in
                _ = try await settings.fetched()
                try await settings.tell(.changesElsewhere(newDeals: true))
                try await settings.expectFailure(.changedElsewhere(stands), settings.setting(false))
                try expect(try await settings.applied(), [])
            },
            row("After a change made elsewhere is reported, the person can change it again") { settings in
                _ = try await settings.fetched()
                try await settings.tell(.changesElsewhere(newDeals: true))
                _ = try await settings.outcome(settings.setting(false))
                try expect(try await settings.set(false), NotificationSettings(confirmed: false))
            },
            row("A queued change that was overtaken is reported, and not sent over the other") { settings in
                _ = try await settings.setOffline(false)
                let queued = try await settings.queued()
                try await settings.tell(.changesElsewhere(newDeals: true))
                try await settings.tell(.comesBack)
                try expect(
                    try await settings.sent(),
                    queued.map { SentChange($0, .changedElsewhere(stands)) }
                )
                try expect(try await settings.applied(), [])
            },
            row("An overtaken change is queued no more, and what stands is shown") { settings in
                _ = try await settings.setOffline(false)
                try await settings.tell(.changesElsewhere(newDeals: true))
                try await settings.tell(.comesBack)
                _ = try await settings.sent()
                try expect(try await settings.queued().count, 0)
                try expect(try await settings.fetched().value, stands)
            },
            row("Looking at the settings does not hide that a queued change was overtaken") { settings in
                _ = try await settings.setOffline(false)
                try await settings.tell(.changesElsewhere(newDeals: true))
                try await settings.tell(.comesBack)
                _ = try await settings.fetched()
                try expect(try await settings.sent().map(\.result), [.changedElsewhere(stands)])
                try expect(try await settings.applied(), [])
            },
        ]
    }
}

// MARK: - Calls that are cancelled

extension SettingsContract {
    private static var callRows: [Row] {
        [
            row("A fetch that is cancelled before it starts ends as cancelled") { settings in
                try await settings.expectFailure(.cancelled, cancelled: true, settings.fetching(ada))
            },
            row("A change that is cancelled before it starts ends as cancelled, and is not made") { settings in
                _ = try await settings.fetched()
                try await settings.expectFailure(.cancelled, cancelled: true, settings.setting(false))
                try expect(try await settings.applied(), [])
                try expect(try await settings.queued().count, 0)
            },
            row("A sending that is cancelled before it starts leaves what is queued") { settings in
                _ = try await settings.setOffline(false)
                try await settings.tell(.comesBack)
                try await settings.expectFailure(.cancelled, cancelled: true, settings.sending)
                try expect(try await settings.queued().map(\.newDeals), [false])
            },
            row("A fetch that is cancelled while it waits ends as cancelled, soon") { settings in
                try await settings.contract.expectCancelled(SettingsError.cancelled) { gate in
                    try await settings.tell(.isHeldUp(gate))
                    return settings.fetching(ada)
                }
            },
        ]
    }
}

extension SettingsContract {
    private static func row(
        _ name: String,
        confirmed: Bool = true,
        check: @escaping @Sendable (SettingsScene) async throws -> Void
    ) -> Row {
        Row(name: name) { contract in
            let arranged = try await contract.arrange(NotificationSettings(confirmed: confirmed))
            try await check(SettingsScene(contract: contract, arranged: arranged))
        }
    }
}
