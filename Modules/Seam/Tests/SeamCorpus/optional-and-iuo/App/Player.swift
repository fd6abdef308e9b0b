final class Player {
    static var shared: Player?
    var volume = 5
    var onStop: (() -> Void)?
    func play() -> Bool { true }
}

final class Engine {
    static var current: Engine!
    var gear = 0
    func start() {}
}

func run() {
    Player.shared = Player()
    _ = Player.shared?.play()
    Player.shared!.volume -= 1
    Player.shared?.onStop?()
    if let player = Player.shared, player.play() {
        player.volume = 11
    }
    guard let volume = Player.shared?.volume else { return }
    Engine.current.gear = volume
    Engine.current?.start()
    Player.shared = nil
    if Engine.current == nil { print("off") }
}
