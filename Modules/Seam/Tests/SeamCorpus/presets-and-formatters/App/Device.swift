import UIKit

final class DeviceInfo {
    static let shared = DeviceInfo()
    let maker = "Acme"

    var model: String { UIDevice.current.model }
}

func describe() -> String { DeviceInfo.shared.maker + DeviceInfo.shared.model }
