// modes: 5
struct Settings {
    static var shared = Settings()
    var volume = 1
    mutating func raise() { volume += 1 }
    func describe() -> String { "volume \(volume)" }
    func save() { print("network", volume) }
}

final class Panel {
    func show() { print(Settings.shared.describe(), Settings.shared.volume) }
    func louder() { Settings.shared.raise() } // left: value
    func quiet() { Settings.shared.volume = 0 } // left: value
    func change() { touch(&Settings.shared) } // left: assigned
    func touch(_ settings: inout Settings) { settings.volume = 9 }
}

@main enum Program {
    static func main() {
        let panel = Panel()
        panel.show()
        panel.louder()
        panel.show()
        panel.quiet()
        panel.show()
        panel.change()
        panel.show()
    }
}
