import Domain
import DomainContracts
import DomainMocks
import TestSupport
import Testing

@Suite("A mocked read without one of its behaviours fails the rows about it, and no others")
struct ReadMutantTests {
    @Test("Orders", arguments: orderMutants)
    func orders(_ mutant: ReadMutant<UserID, [UserOrder]>) async throws {
        let failed = try await mutant.rowsFailed(of: FetchUserOrderContract.rows) { mockedOrders(in: $0).fetchOrders }
        #expect(failed == mutant.failedRows)
    }

    @Test("Addresses", arguments: addressMutants)
    func addresses(_ mutant: ReadMutant<UserID, [UserAddress]>) async throws {
        let failed = try await mutant.rowsFailed(of: FetchUserAddressesContract.rows) {
            mockedAddresses(in: $0).fetchAddresses
        }
        #expect(failed == mutant.failedRows)
    }

    @Test("Names", arguments: nameMutants)
    func names(_ mutant: ReadMutant<NameQuery, NameMatches>) async throws {
        let failed = try await mutant.rowsFailed(of: SearchNamesContract.rows) { mockedNames(in: $0).names }
        #expect(failed == mutant.failedRows)
    }

    @Test("Profiles", arguments: profileMutants)
    func profiles(_ mutant: ReadMutant<UserID, Profile>) async throws {
        let failed = try await mutant.rowsFailed(of: FetchProfileContract.rows) { mockedProfile(in: $0).profile }
        #expect(failed == mutant.failedRows)
    }

    @Test("Reservations", arguments: reservationListMutants)
    func reservations(_ mutant: ReadMutant<UserID, [Reservation]>) async throws {
        let failed = try await mutant.rowsFailed(of: FetchReservationsContract.rows) {
            mockedReservations(in: $0).reservations
        }
        #expect(failed == mutant.failedRows)
    }

    @Test("Every row is failed by a mutant")
    func everyRow() {
        #expect(unfailed(FetchUserOrderContract.rows, by: orderMutants.map(\.failedRows)) == [])
        #expect(unfailed(FetchUserAddressesContract.rows, by: addressMutants.map(\.failedRows)) == [])
        #expect(unfailed(SearchNamesContract.rows, by: nameMutants.map(\.failedRows)) == [])
        #expect(unfailed(FetchProfileContract.rows, by: profileMutants.map(\.failedRows)) == [])
        #expect(unfailed(FetchReservationsContract.rows, by: reservationListMutants.map(\.failedRows)) == [])
    }
}

private let orderMutants =
    ReadMutant<UserID, [UserOrder]>.ofLists(
        against: FetchUserOrderContract.rows.map(\.name),
        blank: [],
        damage: {
            UserOrder(number: $0.number, placedAt: $0.placedAt, status: $0.status, lines: [], total: $0.total)
        },
        orders: ["Orders come newest first", "Orders placed at once come by number"],
        map: { $1($0) }
    ) + [
        ReadMutant("lists orders placed at once by no rule", failing: "Orders placed at once come by number") {
            _,
            answer in
            answer.with(value: answer.value.sorted { ($0.placedAt, $0.number) > ($1.placedAt, $1.number) })
        }
    ]

private let addressMutants =
    ReadMutant<UserID, [UserAddress]>.ofLists(
        against: FetchUserAddressesContract.rows.map(\.name),
        blank: [],
        damage: {
            UserAddress(id: $0.id, label: $0.label, recipient: "", postal: $0.postal, isDefault: $0.isDefault)
        },
        orders: ["The default address comes first, and the others as they were saved"],
        map: { $1($0) }
    ) + [
        ReadMutant<UserID, [UserAddress]>(
            "lists addresses by identifier after the default one",
            failing: "The default address comes first, and the others as they were saved"
        ) { situation, answer in
            guard situation.isStored else { return answer }
            return answer.map { $0.filter(\.isDefault) + $0.filter { !$0.isDefault }.sorted { $0.id < $1.id } }
        }
    ]

private let reservationListMutants = ReadMutant<UserID, [Reservation]>.ofLists(
    against: FetchReservationsContract.rows.map(\.name),
    blank: [],
    damage: {
        Reservation(id: $0.id, name: $0.name, confirmation: ConfirmationNumber(""), madeAt: $0.madeAt)
    },
    orders: ["Reservations come newest first"],
    map: { $1($0) }
)

private let nameMutants =
    ReadMutant<NameQuery, NameMatches>.ofLists(
        against: SearchNamesContract.rows.map(\.name),
        blank: NameMatches(matches: [], total: 0, duration: .zero),
        damage: { match in
            NameMatch(
                name: match.name,
                nameServers: match.nameServers,
                country: match.country,
                createdAt: match.createdAt,
                updatedAt: match.updatedAt,
                expiresAt: nil,
                isDead: match.isDead
            )
        },
        orders: ["Names come in the order of the database"],
        also: ["No records": ["The total of an empty list is 0"]],
        map: { $0.with($1($0.matches)) }
    ) + [
        ReadMutant(
            "counts one more than there is",
            failing: "The total counts what there is",
            "The total of an empty list is 0"
        ) { _, answer in
            answer.map { NameMatches(matches: $0.matches, total: $0.total + 1, duration: $0.duration) }
        }
    ]

extension NameMatches {
    fileprivate func with(_ matches: [NameMatch]) -> NameMatches {
        NameMatches(matches: matches, total: total, duration: duration)
    }
}

private let profileMutants =
    ReadMutant<UserID, Profile>.ofReads(
        against: FetchProfileContract.rows.map(\.name),
        blank: Profile(name: "", phone: nil, bonusPoints: 0),
        damage: (
            "Every part of a value comes through",
            { profile in
                // The sparse profile has no telephone number to remove.
                Profile(name: profile.name, phone: nil, bonusPoints: profile.bonusPoints)
            }
        )
    ) + [
        ReadMutant(
            "has a number for everybody",
            failing: "A value without its optional parts comes through",
            "A part that can't be read leaves the rest",
            "Two calls at once each get their own answer"
        ) { _, answer in
            answer.map { Profile(name: $0.name, phone: $0.phone ?? "", bonusPoints: $0.bonusPoints) }
        }
    ]
