protocol Player {
    var title: String { get }
    var volume: Int { get set }
    var subtitle: String? { get set }
    var length: Int { get throws }
    var art: [Int] { get async }
    var delegate: AnyObject! { get set }
}

func checkProperties() async throws {
    let fake = MockPlayer(title: "a", volume: 1, lengthGet: { 7 })
    fake.titleValue.value = "b"
    func use(_ player: inout some Player) async throws {
        expect(player.title == "b" && player.subtitle == nil)
        player.volume = 5
        player.subtitle = "s"
        expect(try player.length == 7)
        expect(await player.art == [])
        player.delegate = nil
    }
    var player = fake
    try await use(&player)
    expect(fake.volume == 5 && fake.volumeValue.writes == [5] && fake.titleValue.reads == 1)
    expect(fake.lengthGetCalls.count == 1 && fake.artGetCalls.count == 1)
}
