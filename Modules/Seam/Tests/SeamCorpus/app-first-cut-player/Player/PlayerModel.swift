struct PlayerModel {
    func toggle() {
        PlaybackManager.shared.play("c")
        PlaybackManager.shared.pause()  // c
    }
    func move() {
        PlaybackManager.shared.seek(5)
    }
}
