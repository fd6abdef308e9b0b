import SwiftUI

struct Seen {
    var seen: Bool { UserDefaults.standard.bool(forKey: "seen") }
}
