struct EpisodeModel {
    func tap() {
        PlaybackManager.shared.play("a")
        PlaybackManager.shared.pause()
    }
}
