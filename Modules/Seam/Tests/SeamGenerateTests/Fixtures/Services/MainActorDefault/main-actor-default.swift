struct Mail: Codable, Equatable {
    var subject: String
}

/// @service
protocol MailService {
    /// @get /mails
    func mails() async throws(ServiceFailure) -> [Mail]
    /// @post /mails
    func send(_ mail: Mail) async throws(ServiceFailure)
}

/// @service
nonisolated protocol Counts: Sendable {
    /// @get /counts
    /// @pages items=counts token=next query=page
    func counts() async throws(ServiceFailure) -> [Int]
}

func checkMainActorDefault() async throws {
    let (client, transport) = service([
        answer(200, #"[{"subject": "s"}]"#), answer(204), answer(200, #"{"counts": [1]}"#),
    ])
    let mails: any MailService = HTTPMailService(client)
    expect(try await mails.mails() == [Mail(subject: "s")])
    try await mails.send(Mail(subject: "t"))
    expect(transport.lines.last == #"POST https://shop.test/v1/mails {"subject":"t"}"#)
    expect(try await HTTPCounts(client).counts() == [1])
}
