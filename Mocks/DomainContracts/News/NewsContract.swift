import Domain

/// What every `ObserveNews` must do, whatever carries the news.
///
/// A situation is the store of the user `ada`, to whose news the rows listen. In the beginning of every row the store can be
/// reached, and nothing is known on the device.
public typealias NewsContract = Contract<NewsSituation, NewsArrangement>

extension NewsContract {
    /// All rows of the contract.
    public static var rows: [Row] { firstRows + changeRows + connectionRows + settingsRows + observerRows }
}

// MARK: - Offers

extension NewsContract {
    private static var firstRows: [Row] {
        [
            row("First comes the connection, then every offer that is valid") { scene in
                try await scene.expect(.connection(.connected))
                try await scene.expectInAnyOrder(NewsExample.current.map { .deal($0) })
            },
            row("An offer that is over is not new", deals: [NewsExample.past, NewsExample.current[0]]) { scene in
                try await scene.expect(.connection(.connected))
                try await scene.expect(.deal(NewsExample.current[0]))
                try await scene.tell(.publishes(NewsExample.marker))
                try await scene.expect(.deal(NewsExample.marker))
            },
        ]
    }

    private static var changeRows: [Row] {
        [
            begun("A new offer arrives whole") { scene in
                try await scene.tell(.publishes(NewsExample.new))
                try await scene.expect(.deal(NewsExample.new))
            },
            begun("A changed offer arrives again") { scene in
                let changed = NewsExample.changed(NewsExample.current[1])
                try await scene.tell(.publishes(changed))
                try await scene.expect(.deal(changed))
            },
            begun("An offer that the store takes back has ended, once") { scene in
                try await scene.tell(.ends(NewsExample.current[2].id))
                try await scene.expect(.ended(NewsExample.current[2].id))
                try await scene.tell(.repeatsItself)
                try await scene.expectNothingBeforeMarker()
            },
            begun("What the store repeats arrives once") { scene in
                try await scene.tell(.publishes(NewsExample.new))
                try await scene.expect(.deal(NewsExample.new))
                try await scene.tell(.repeatsItself)
                try await scene.expectNothingBeforeMarker()
            },
            begun("What can't be read does not stop what comes after it") { scene in
                try await scene.tell(.sendsNonsense)
                try await scene.tell(.publishes(NewsExample.new))
                try await scene.expectSoon(.deal(NewsExample.new))
            },
        ]
    }
}

// MARK: - The connection

extension NewsContract {
    private static var connectionRows: [Row] {
        [
            begun("A lost connection is reported once, and so is its return") { scene in
                try await scene.tell(.goesAway)
                try await scene.expect(.connection(.lost(.unavailable)))
                try await scene.tell(.comesBack)
                try await scene.expect(.connection(.connected))
                try await scene.expectNothingBeforeMarker()
            },
            begun("What changed while the connection was lost arrives afterwards, and nothing else") { scene in
                try await scene.tell(.goesAway)
                try await scene.expect(.connection(.lost(.unavailable)))
                try await scene.tell(.publishes(NewsExample.new))
                try await scene.tell(.ends(NewsExample.current[0].id))
                try await scene.tell(.comesBack)
                try await scene.expect(.connection(.connected))
                try await scene.expectInAnyOrder([.deal(NewsExample.new), .ended(NewsExample.current[0].id)])
                try await scene.expectNothingBeforeMarker()
            },
            begun("Being asked to sign in is a reason of its own, and ends with the sign-in") { scene in
                try await scene.tell(.asksToSignIn)
                try await scene.expectSoon(.connection(.lost(.unauthorised)))
                try await scene.tell(.comesBack)
                try await scene.expectSoon(.connection(.connected))
                try await scene.expectNothingBeforeMarker()
            },
        ]
    }
}

// MARK: - The settings

extension NewsContract {
    private static var settingsRows: [Row] {
        [
            row("With notifications off from the beginning, no offer arrives until they are on", isOn: false) { scene in
                try await scene.expect(.connection(.paused))
                try await scene.tell(.publishes(NewsExample.new))
                try await scene.tell(.switches(on: true, elsewhere: true))
                try await scene.expect(.connection(.connected))
                try await scene.expectInAnyOrder((NewsExample.current + [NewsExample.new]).map { .deal($0) })
            },
            begun("Switched off here, no offer arrives any more") { scene in
                try await scene.tell(.switches(on: false, elsewhere: false))
                try await scene.tell(.publishes(NewsExample.new))
                try await scene.expect(.connection(.paused))
                try await scene.tell(.switches(on: true, elsewhere: false))
                try await scene.expect(.connection(.connected))
                try await scene.expect(.deal(NewsExample.new))
            },
            begun("Switched off elsewhere, no offer arrives any more") { scene in
                try await scene.tell(.switches(on: false, elsewhere: true))
                try await scene.tell(.publishes(NewsExample.new))
                try await scene.expect(.connection(.paused))
                try await scene.tell(.switches(on: true, elsewhere: true))
                try await scene.expect(.connection(.connected))
                try await scene.expect(.deal(NewsExample.new))
            },
        ]
    }
}

// MARK: - Observers

extension NewsContract {
    private static var observerRows: [Row] {
        [
            begun("A second observer gets everything from the beginning") { scene in
                let second = scene.another()
                try await second.expect(.connection(.connected))
                try await second.expectInAnyOrder(NewsExample.current.map { .deal($0) })
                try await scene.tell(.publishes(NewsExample.new))
                try await scene.expect(.deal(NewsExample.new))
                try await second.expect(.deal(NewsExample.new))
            },
            begun("An observer that is cancelled has ended, and the others go on") { scene in
                let second = scene.another()
                try await second.expect(.connection(.connected))
                try await second.end()
                try await scene.expectNothingBeforeMarker()
            },
        ]
    }

    /// Returns a row in which an observer listens from the beginning.
    private static func row(
        _ name: String,
        deals: [Deal] = NewsExample.current,
        isOn: Bool = true,
        check: @escaping @Sendable (NewsScene) async throws -> Void
    ) -> Row {
        Row(name: name) { contract in
            let arranged = try await contract.arrange(NewsSituation(deals: deals, isOn: isOn))
            try await check(NewsScene(contract: contract, arranged: arranged))
        }
    }

    /// Returns a row whose observer has received the connection and the first offers.
    private static func begun(_ name: String, check: @escaping @Sendable (NewsScene) async throws -> Void) -> Row {
        row(name) { scene in
            try await scene.expect(.connection(.connected))
            try await scene.expectInAnyOrder(NewsExample.current.map { .deal($0) })
            try await check(scene)
        }
    }
}
