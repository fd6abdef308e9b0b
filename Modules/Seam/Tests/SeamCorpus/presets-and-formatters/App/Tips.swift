import SwiftUI
import TipKit

struct ShareTip: Tip {
    @Parameter static var hasShared: Bool = false

    var title: Text { Text("Share it") }
}

func noteSharing() { ShareTip.hasShared = true }
