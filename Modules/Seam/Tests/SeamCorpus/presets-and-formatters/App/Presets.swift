import Foundation
import UIKit

struct Effect {
    let name: String
    let run: (Int) -> Void

    static let fade = Effect(name: "fade") { print("fade", $0) }
    static let slide = Effect(name: "slide") { print("slide", $0) }
}

struct Loader {
    let load: (URL) async throws -> Data

    static let live = Loader { try await URLSession.shared.data(from: $0).0 }
}

@globalActor actor ImageActor {
    static let shared = ImageActor()
}

final class LogName {
    let name: String
    var isOn = true

    init(_ name: String) { self.name = name }
}

func mute(_ log: LogName) { log.isOn = false }

enum Logs {
    static let player = LogName("player")
    static let network = LogName("network")
}

final class Moment {
    var seconds: Double

    init(_ seconds: Double) { self.seconds = seconds }

    var text: String { "\(seconds)" }

    static let zero = Moment(0)
    static let forever = Moment(99_999)
}

final class Icon {
    let bytes: Data
    private var cache: Bool?

    init(bytes: Data) { self.bytes = bytes }

    var isDark: Bool {
        if let cache { return cache }
        let isDark = bytes.first == 0
        cache = isDark
        return isDark
    }

    static let app = Icon(bytes: Data([0]))
    static let news = Icon(bytes: Data([1]))
}

final class Metric<T> {
    private let phone: T
    private var pad: T?

    init(_ phone: T) { self.phone = phone }

    func onPad(_ value: T) -> Self {
        pad = value
        return self
    }

    func value() -> T { UIScreen.main.bounds.width > 700 ? pad ?? phone : phone }
}

private enum Metrics {
    static let title = Metric(20).onPad(30)
}

@ImageActor func draw() async throws -> Data {
    Effect.fade.run(Metrics.title.value())
    Effect.slide.run(Icon.news.isDark ? 1 : 0)
    mute(Logs.player)
    let start = Moment(3)
    start.seconds = Moment.zero.seconds
    return try await Loader.live.load(URL(fileURLWithPath: Logs.network.name + start.text))
}
