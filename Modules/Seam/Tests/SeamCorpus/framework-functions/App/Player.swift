import AVFoundation

final class Player {
    let session = AVAudioSession.sharedInstance()

    func start() throws { try AVAudioSession.sharedInstance().setActive(true) }

    func stop() throws { try session.setActive(false) }
}
