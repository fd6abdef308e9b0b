import ArgumentParser
import Domain
import Presentation

extension CompletionKind {
    /// The identifiers of the deals that are stored on this device, for completion in a shell. No store is asked.
    static var storedDeals: CompletionKind {
        .custom { words, _, _ in await StoredDeals.identifiers(for: words) }
    }
}

/// The deals that the command line being completed would show with `--offline`.
private enum StoredDeals {
    /// - Parameter words: The words of the command line; those that say whose deals these are, and where, are followed.
    @MainActor
    static func identifiers(for words: [String]) async -> [String] {
        var arguments = ["--offline"]
        for name in ["--modules", "--state", "--user", "--server"] {
            if let place = words.firstIndex(of: name), place + 1 < words.count {
                arguments += [name, words[place + 1]]
            }
        }
        // Completion has no place for a failure: nothing is suggested.
        guard let options = try? AccountOptions.parse(arguments) else { return [] }
        let deals = try? await Session.composed(options) { composition throws(AccountFailure) in
            let user =
                if let user = options.user { UserID(user) } else { try await composition.signedInUser() }
            let list = composition.dealList(of: user, options.formats)
            await list.load()
            return list.content?.snapshot.value ?? []
        }
        return (deals ?? []).map(\.id.rawValue)
    }
}
