import Domain
import Foundation
@preconcurrency import LegacyAccount
import TestSupport
import Testing

@testable import LegacyData

@Suite("What the legacy code's answers mean")
struct LegacyGatewayTests {
    @Test("Data without an error is live")
    func live() async throws {
        #expect(try await orders(Wire.orders(), nil).freshness == .live)
    }

    @Test("Data made before the request is a copy, whatever the tuple says")
    func silentCopy() async throws {
        let answer = try await orders(Wire.orders(), nil, startingAt: Wire.generatedAt.addingTimeInterval(0.001))
        #expect(answer.freshness == .cached(asOf: Wire.generatedAt))
    }

    @Test(
        "A request that starts within the answer's millisecond, or before, gets a live answer",
        arguments: [-1, 0, 0.0009]
    )
    func sameMillisecond(_ offset: TimeInterval) async throws {
        let answer = try await orders(Wire.orders(), nil, startingAt: Wire.generatedAt.addingTimeInterval(offset))
        #expect(answer.freshness == .live)
    }

    @Test(
        "Data with a failure is kept, as of the time inside",
        arguments: [AccountServiceError.offline, .network, .timeout, .badResponse, .server(503)]
    )
    func kept(_ error: AccountServiceError) async throws {
        let answer = try await orders(Wire.orders(), error)
        #expect(answer.freshness == .cached(asOf: Wire.generatedAt))
        #expect(answer.value.count == 1)
    }

    @Test("Data that does not say when it was made is of unknown age", arguments: [nil, AccountServiceError.offline])
    func unknownAge(_ error: AccountServiceError?) async throws {
        let data = Wire.answer("orders", [], generatedAt: nil)
        #expect(try await orders(data, error).freshness == .unknown)
    }

    @Test(
        "Data made at a time that can't be read is of unknown age",
        arguments: [#""yesterday""#, "1795253400", "null"]
    )
    func unreadableAge(_ time: String) async throws {
        let data = Wire.answer("orders", [], generatedAt: time)
        #expect(try await orders(data, nil).freshness == .unknown)
    }

    @Test(
        "A store that can't be reached, while copies can't be read, is a device that can't be read",
        arguments: [true, false]
    )
    func unreadableCopies(_ isReadable: Bool) async {
        for error in [AccountServiceError.offline, .timeout, .server(429), .badResponse, .noSuchUser] {
            let gateway = LegacyGateway(
                fetch: { _ in (nil, error) },
                deadline: .seconds(60),
                clock: ContinuousClock(),
                hasReadableCopies: { isReadable },
                now: { Wire.generatedAt }
            )
            let meant = ReadError(error)
            let isOfDevice = !isReadable && [.unavailable, .busy].contains(meant)
            await #expect(throws: isOfDevice ? .notStored : meant) {
                try await LegacyFetchUserOrder(gateway: gateway).fetchOrders(for: UserID("ada"))
            }
        }
    }

    @Test("Neither data nor error is malformed")
    func nothing() async {
        await #expect(throws: UserOrdersError.malformed) { try await orders(nil, nil) }
        await #expect(throws: UserAddressesError.malformed) { try await addresses(nil, nil) }
    }

    @Test(
        "An error without data becomes the use case's",
        arguments: [
            (AccountServiceError.badCredentials, UserOrdersError.unauthorised, UserAddressesError.unauthorised),
            (.unauthorized, .unauthorised, .unauthorised),
            (.noSuchUser, .unknownUser, .unknownUser),
            (.offline, .unavailable, .unavailable),
            (.network, .unavailable, .unavailable),
            (.timeout, .unavailable, .unavailable),
            (.server(429), .busy, .busy),
            (.server(503), .unavailable, .unavailable),
            (.badResponse, .malformed, .malformed),
        ]
    )
    func failures(_ row: (AccountServiceError, UserOrdersError, UserAddressesError)) async {
        await #expect(throws: row.1) { try await orders(nil, row.0) }
        await #expect(throws: row.2) { try await addresses(nil, row.0) }
    }

    @Test(
        "After a refusal nothing that was kept is shown",
        arguments: [
            (AccountServiceError.badCredentials, UserOrdersError.unauthorised), (.unauthorized, .unauthorised),
            (.noSuchUser, .unknownUser),
        ]
    )
    func refusals(_ row: (AccountServiceError, UserOrdersError)) async {
        await #expect(throws: row.1) { try await orders(Wire.orders(), row.0) }
    }

    @Test("A copy that can't be read is as good as none")
    func unreadableCopy() async {
        await #expect(throws: UserOrdersError.unavailable) { try await orders(Data("{".utf8), .offline) }
    }

    @Test(
        "An error envelope is a failure by its code",
        arguments: [
            ("NO_SUCH_USER", UserOrdersError.unknownUser), ("BAD_TOKEN", .unauthorised),
            ("BAD_SESSION", .unauthorised), ("BAD_CREDENTIALS", .unauthorised), ("OUT_OF_ORDER", .unavailable),
        ]
    )
    func errorEnvelopes(_ row: (String, UserOrdersError)) async {
        await #expect(throws: row.1) { try await orders(Wire.error(row.0), nil) }
    }

    @Test("The legacy code is asked for the user's orders")
    func ordersRequest() async throws {
        let gateway = gateway { param in
            #expect(param.user == "ädå/…" && param.path == "orders")
            return (Wire.orders([]), nil)
        }
        _ = try await LegacyFetchUserOrder(gateway: gateway).fetchOrders(for: UserID("ädå/…"))
    }

    @Test("The legacy code is asked for the user's addresses")
    func addressesRequest() async throws {
        let gateway = gateway { param in
            #expect(param.user == "ada" && param.path == "addresses")
            return (Wire.addresses([]), nil)
        }
        _ = try await LegacyFetchUserAddresses(gateway: gateway).fetchAddresses(for: UserID("ada"))
    }

    @Test("An answer that does not come in time is unavailable")
    func deadline() async {
        let stopper = Stopper()
        defer { stopper.open() }
        let orders = LegacyFetchUserOrder(
            gateway: gateway(clock: RushingClock()) { _ in
                await stopper.wait()
                return (Wire.orders(), nil)
            }
        )
        await #expect(throws: UserOrdersError.unavailable) { try await orders.fetchOrders(for: UserID("ada")) }
    }

    @Test("A call that is cancelled before it starts does not reach the legacy code")
    func cancelledBefore() async {
        let orders = LegacyFetchUserOrder(
            gateway: gateway { _ in
                Issue.record("The legacy code was called.")
                return (Wire.orders(), nil)
            }
        )
        let call = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            _ = await #expect(throws: UserOrdersError.cancelled) { try await orders.fetchOrders(for: UserID("ada")) }
        }
        await call.value
    }

    @Test("A call that is cancelled leaves the legacy code behind, and what that answers goes nowhere")
    func cancelledWhileWaiting() async {
        let stopper = Stopper()
        let ended = Stopper()
        let addresses = LegacyFetchUserAddresses(
            gateway: gateway { _ in
                await stopper.wait()
                Task { await ended.wait() }
                return (Wire.addresses(), nil)
            }
        )
        let call = Task {
            _ = await #expect(throws: UserAddressesError.cancelled) {
                try await addresses.fetchAddresses(for: UserID("ada"))
            }
        }
        await stopper.arrival()
        call.cancel()
        await call.value
        stopper.open()
        await ended.arrival()
        ended.open()
    }

    @Test("A call that is cancelled leaves another for the same user alone")
    func cancelledBesideAnother() async throws {
        let stopper = Stopper()
        let orders = LegacyFetchUserOrder(
            gateway: gateway { _ in
                await stopper.wait()
                return (Wire.orders(), nil)
            }
        )
        let older = Task { try await orders.fetchOrders(for: UserID("ada")) }
        await stopper.arrival()
        let newer = Task { try await orders.fetchOrders(for: UserID("ada")) }
        await stopper.arrival()
        older.cancel()
        await #expect(throws: UserOrdersError.cancelled) { try await older.value }
        stopper.open()
        #expect(try await newer.value.value.count == 1)
    }
}

private func gateway(
    clock: any Clock<Duration> = StoppedClock(),
    startingAt start: Date = Wire.generatedAt,
    _ fetch: @escaping LegacyFetch
) -> LegacyGateway {
    LegacyGateway(fetch: fetch, deadline: .seconds(10), clock: clock, now: { start })
}

@discardableResult
private func orders(
    _ data: Data?,
    _ error: AccountServiceError?,
    startingAt start: Date = Wire.generatedAt
) async throws -> Snapshot<[UserOrder]> {
    try await LegacyFetchUserOrder(gateway: gateway(startingAt: start) { _ in (data, error) })
        .fetchOrders(for: UserID("ada"))
}

@discardableResult
private func addresses(_ data: Data?, _ error: AccountServiceError?) async throws -> Snapshot<[UserAddress]> {
    try await LegacyFetchUserAddresses(gateway: gateway { _ in (data, error) }).fetchAddresses(for: UserID("ada"))
}
