final class PlaybackManager {
    static let shared = PlaybackManager()
    var queue: [String] = []
    var position = 0

    func play(_ episode: String) { queue.append(episode) }
    func pause() { position += 1 }
    func seek(_ seconds: Int) { position = seconds }
}
