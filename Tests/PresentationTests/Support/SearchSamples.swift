import Domain
import Presentation

extension NameSearchViewModel {
    /// Creates a search in British English; the pause never ends on its clock unless the test has another one.
    convenience init(
        searching names: any SearchNames,
        indicator: ActivityIndicator = ActivityIndicator(isEnabled: true),
        clock: ManualClock = ManualClock()
    ) {
        self.init(searchNames: names, indicator: indicator, formats: .british, clock: clock)
    }

    /// The names on the screen.
    var shown: [String]? { results?.rows.map(\.registeredName) }

    /// Waits until no request is running.
    func waitUntilIdle() async {
        for await isActive in values(of: { self.isActive }) where !isActive { break }
    }
}

extension Result where Success == Snapshot<NameMatches>, Failure == SearchNamesError {
    /// Returns a result with these names, out of `total`.
    static func found(_ names: String..., total: Int = 0) -> Self {
        .success(
            Snapshot(
                NameMatches(matches: names.map { .sample($0) }, total: total, duration: .milliseconds(152)),
                freshness: .live
            )
        )
    }
}

extension NameMatch {
    static func sample(_ name: String) -> NameMatch {
        NameMatch(
            name: InternetName(name),
            nameServers: [],
            country: nil,
            createdAt: nil,
            updatedAt: nil,
            expiresAt: nil,
            isDead: nil
        )
    }
}
