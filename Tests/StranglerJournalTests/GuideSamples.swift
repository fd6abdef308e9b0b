#if Journal
    import Foundation
    import Strangler
    import StranglerJournal
    import Testing

    private struct NewAddress: Codable, Sendable {
        let user: String
        let requestID: String
    }

    private typealias Address = String

    private enum AddressError: Error, Equatable {
        case unavailable
        case cancelled
    }

    private struct Addresses: Sendable {
        @Sendable func setAddress(_ new: NewAddress, _ key: IdempotencyKey) async throws(AddressError) -> Address {
            new.user
        }

        func addresses(of user: String) async throws(AddressError) -> [Address] { [user] }
    }

    @Suite("The pages about Strangler, with a ledger")
    struct GuideSamples {
        @Test("The example of a write on both sides compiles and runs")
        func bothSides() async throws {
            try await withFolder { folder in
                let (legacy, store) = (Addresses(), Addresses())
                let sides = try Sides(control: Identity("legacy"), candidate: Identity("store"))
                let recorder = Recorder(to: MemoryJournal())
                let ledger = try SQLiteLedger(at: folder.appending(path: "ledger.sqlite"))
                let setAddress = DualWrite<NewAddress, Address, AddressError>(
                    "set address",
                    between: sides,
                    subject: { $0.user },
                    keyInSharedLedger: { IdempotencyKey($0.requestID) },
                    sharedLedger: ledger,
                    control: legacy.setAddress,
                    candidate: store.setAddress,
                    check: ConsistencyCheck(
                        control: { (new) async throws(AddressError) in try await legacy.addresses(of: new.user) },
                        candidate: { (new) async throws(AddressError) in try await store.addresses(of: new.user) },
                        comparison: Comparison()
                    ),
                    cancellation: .error(.cancelled),
                    comparison: Comparison(),
                    recorder: recorder
                )
                setAddress.writeBoth()
                #expect(try await setAddress(NewAddress(user: "7", requestID: "1")) == "7")
                await setAddress.settle()
            }
        }
    }
#endif
