struct PodcastModel {
    func tap() {
        PlaybackManager.shared.play("b")
    }
}
