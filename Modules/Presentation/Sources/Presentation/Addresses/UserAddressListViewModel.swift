public import Domain
public import Foundation
public import Observation

/// The list of a user's addresses.
///
/// What was on screen stays there while a load is under way and after one that failed.
@MainActor @Observable
public final class UserAddressListViewModel {
    /// Whose addresses they are.
    public let user: UserID

    private let fetchAddresses: any FetchUserAddresses
    private let formats: Formats
    private let loading: Loading<[UserAddress], UserAddressesError>

    /// Makes a list that is empty until it is told to `load()`.
    ///
    /// - Parameter now: asked when a load begins; what it brought is from then if a later one fails.
    public init(
        user: UserID,
        fetchAddresses: any FetchUserAddresses,
        formats: Formats,
        now: @escaping @Sendable () -> Date
    ) {
        self.user = user
        self.fetchAddresses = fetchAddresses
        self.formats = formats
        loading = Loading(now: now) { Problem($0, on: $1) }
    }

    /// The heading of the list.
    public var title: String { formats.wording(.addressesTitle) }

    /// The last addresses that could be had, the default one first; `nil` before the first. After a failed refresh they
    /// are as kept, no longer live.
    public var content: ListContent<UserAddressRow>? {
        loading.snapshot.map { snapshot in
            ListContent(
                snapshot,
                formats: formats,
                wording: ListWording(empty: .addressesEmpty, unreadable: .addressesUnreadable),
                row: UserAddressRow.init
            )
        }
    }

    /// Whether a load is under way.
    public var activity: Activity { loading.activity }

    /// Why the last load failed; `nil` once one has succeeded.
    public var problem: Problem? { loading.problem }

    /// Fetches the addresses, and returns when that has ended.
    ///
    /// A newer load supersedes an older one, which is cancelled and whose result never lands. Cancelling the calling
    /// task cancels the fetch; a cancelled load leaves content and problem as they were.
    public func load() async {
        await loading.load { [fetchAddresses, user] () async throws(UserAddressesError) in
            try await fetchAddresses.fetchAddresses(for: user)
        }
    }
}
