struct WatchModel {
    func toggle() {
        PlaybackManager.shared.play("d")
        PlaybackManager.shared.pause()  // d
    }
}
