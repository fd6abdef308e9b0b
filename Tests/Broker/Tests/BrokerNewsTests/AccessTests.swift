import Domain
import Foundation
import StoreNews
import Testing

extension BrokerTests {
    @Suite("What a client may do")
    struct AccessTests {
        private let offer = Deal.sample("D-1")

        @Test("A wrong password asks the person to sign in, and the right one ends that")
        func wrongPassword() async throws {
            try await BrokerProcess.with { broker in
                let store = StoreSide(broker)
                try store.expireToken()
                var reader = Reader(try store.news())
                await reader.expect(.connection(.lost(.unauthorised)))
                store.renewToken()
                await reader.expect(.connection(.connected))
                #expect(store.refusals.prefix(3) == [nil, "t-1", "t-1"])
            }
        }

        @Test("An expired token is renewed, and nobody has to sign in")
        func expiredToken() async throws {
            try await BrokerProcess.with { broker in
                let store = StoreSide(broker)
                store.allowRenewal()
                try store.expireToken()
                try store.publish(offer)
                var reader = Reader(try store.news())
                await reader.expect(.connection(.connected), .deal(offer))
                #expect(store.refusals == [nil, "t-1"])
            }
        }

        @Test("A token that is withdrawn ends the connection, and a new one is fetched")
        func withdrawnToken() async throws {
            try await BrokerProcess.with { broker in
                let store = StoreSide(broker)
                store.allowRenewal()
                var reader = Reader(try store.news())
                await reader.expect(.connection(.connected))
                try store.expireToken()
                try store.publish(offer)
                let before = await reader.skip(to: .deal(offer))
                #expect(!before.contains(.connection(.lost(.unauthorised))))
            }
        }

        @Test("The news of another user are refused")
        func otherUser() async throws {
            try await BrokerProcess.with { broker in
                let store = StoreSide(broker)
                var reader = Reader(try store.news(), of: UserID("yuki"))
                await reader.expect(.connection(.lost(.refused)))
            }
        }

        @Test("Switching notifications off unsubscribes, and switching them on subscribes", arguments: [false, true])
        func unsubscribes(elsewhere: Bool) async throws {
            try await BrokerProcess.with { broker in
                let store = StoreSide(broker)
                let settings = AnnouncedSettings(store)
                func choose(_ isOn: Bool) async throws {
                    if elsewhere {
                        try store.changeElsewhere(isOn)
                    } else {
                        _ = try await settings.setNewDeals(isOn, for: ada)
                    }
                }
                var reader = Reader(try store.news(settings: settings))
                await reader.expect(.connection(.connected))
                try await broker.waitForLog(" 1 users/ada/news/deals/+")
                try await choose(false)
                await reader.expect(.connection(.paused))
                try await broker.waitForLog(" users/ada/news/deals/+")
                try store.publish(offer)
                try await choose(true)
                try await broker.waitForLog(" 1 users/ada/news/deals/+")
                await reader.expect(.connection(.connected), .deal(offer))
            }
        }

        // MARK: - Encryption

        @Test("An encrypted connection to a broker whose certificate the authority has signed")
        func encrypted() async throws {
            try await Certificates.with("IP:127.0.0.1") { certificates in
                try await BrokerProcess.with(certificates) { broker in
                    let store = StoreSide(broker)
                    try store.publish(offer)
                    let address = "mqtts://127.0.0.1:\(broker.encryptedPort)"
                    var reader = Reader(try store.news(over: address, authorities: certificates.authority))
                    await reader.expect(.connection(.connected), .deal(offer))
                }
            }
        }

        @Test(
            "A certificate of a stranger, or for another server, is not trusted, and the token is not sent",
            arguments: ["stranger", "system", "name"]
        )
        func untrusted(kind: String) async throws {
            try await Certificates.with(kind == "name" ? "DNS:elsewhere.example" : "IP:127.0.0.1") { certificates in
                try await BrokerProcess.with(certificates) { broker in
                    let store = StoreSide(broker)
                    let authorities: [String: URL] = [
                        "stranger": certificates.stranger, "name": certificates.authority,
                    ]
                    let address = "mqtts://127.0.0.1:\(broker.encryptedPort)"
                    var reader = Reader(try store.news(over: address, authorities: authorities[kind]))
                    await reader.expect(.connection(.lost(.unavailable)))
                    await store.waitForDefects(.untrusted, 1)
                }
            }
        }

        @Test("A broker that does not encrypt gets no token over an encrypted address")
        func plain() async throws {
            try await BrokerProcess.with { broker in
                let store = StoreSide(broker)
                var reader = Reader(try store.news(over: "mqtts://127.0.0.1:\(broker.port)"))
                await reader.expect(.connection(.lost(.unavailable)))
            }
        }

        @Test(
            "An address is refused if it is none, or would send a token unencrypted over a network",
            arguments: [
                "127.0.0.1", "http://127.0.0.1", "mqtt://broker.example", "mqtt://127.0.0.1.broker.example",
                "mqtts://", "mqtts://ada:secret@broker.example", "mqtts://broker.example/path", "mqtts://b:70000",
            ]
        )
        func address(_ text: String) { #expect(Broker(text) == nil) }

        @Test("Credentials don't show the password")
        func printed() {
            let credentials = BrokerCredentials(user: "ada", password: "t-secret")
            var dumped = ""
            dump(credentials, to: &dumped)
            for text in ["\(credentials)", String(reflecting: credentials), dumped] {
                #expect(!text.contains("t-secret"))
            }
        }
    }
}
