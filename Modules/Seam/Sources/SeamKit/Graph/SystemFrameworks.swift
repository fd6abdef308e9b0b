/// The system framework of a type that no file of a tree declares.
///
/// It is recognised by the prefix that all types of an older framework have, if a file that uses the type imports the framework
/// or one that re-exports it; and by name for the few types without a prefix.
enum SystemFrameworks {
    private static let prefixes: [String: [String]] = [
        "AB": ["AddressBook"], "AC": ["Accounts"], "AL": ["AssetsLibrary"], "AR": ["ARKit"],
        "AS": ["AuthenticationServices", "AdServices"],
        "AV": ["AVFoundation", "AVFAudio", "AVKit"], "BG": ["BackgroundTasks"], "CA": ["QuartzCore"],
        "CB": ["CoreBluetooth"], "CI": ["CoreImage"], "CK": ["CloudKit"], "CL": ["CoreLocation"],
        "CM": ["CoreMotion"],
        "CN": ["Contacts", "ContactsUI"], "CP": ["CarPlay"], "CS": ["CoreSpotlight"], "CT": ["CoreTelephony"],
        "CW": ["CoreWLAN"], "CX": ["CallKit"], "EA": ["ExternalAccessory"], "EK": ["EventKit"],
        "GC": ["GameController"], "GK": ["GameKit"], "HK": ["HealthKit"], "HM": ["HomeKit"], "IN": ["Intents"],
        "LA": ["LocalAuthentication"], "MC": ["MultipeerConnectivity"], "MF": ["MessageUI"], "MK": ["MapKit"],
        "MP": ["MediaPlayer"], "MX": ["MetricKit"], "NE": ["NetworkExtension"],
        "NS": ["Foundation", "AppKit", "Cocoa", "UIKit", "CoreData"],
        "NW": ["Network"], "PDF": ["PDFKit"], "PH": ["Photos"], "PK": ["PassKit"], "RP": ["ReplayKit"],
        "SF": ["SafariServices", "Speech"], "SK": ["StoreKit", "SpriteKit"], "UI": ["UIKit", "SwiftUI"],
        "UN": ["UserNotifications"], "URL": ["Foundation", "UIKit", "AppKit", "SwiftUI"], "WC": ["WatchConnectivity"],
        "WK": ["WatchKit", "WebKit"], "WX": ["WeatherKit"], "AX": ["Accessibility"], "XC": ["XCTest"],
        "CLK": ["ClockKit"], "QL": ["QuickLook", "QuickLookUI", "Quartz"],
        "OS": ["OSLog", "os", "SystemExtensions"], "DD": ["DeviceDiscoveryUI"], "TK": ["CryptoTokenKit"],
        "VN": ["Vision"],
    ]

    private static let names: [String: String] = [
        "Bundle": "Foundation", "FileManager": "Foundation", "HTTPCookieStorage": "Foundation",
        "NotificationCenter": "Foundation", "ProcessInfo": "Foundation", "UserDefaults": "Foundation",
        "JSONDecoder": "Foundation", "JSONEncoder": "Foundation", "Timer": "Foundation", "Thread": "Foundation",
        "RunLoop": "Foundation", "OperationQueue": "Foundation", "DispatchQueue": "Dispatch",
        "WidgetCenter": "WidgetKit", "ActivityAuthorizationInfo": "ActivityKit", "AppStore": "StoreKit",
        "ModelContainer": "SwiftData", "SensorKit": "SensorKit", "TipsConfiguration": "TipKit", "Tips": "TipKit",
        "ControlCenter": "WidgetKit", "AppDependencyManager": "AppIntents", "WeatherService": "WeatherKit",
        "ImageRenderer": "SwiftUI", "SharePlay": "GroupActivities", "ScreenTimeSettings": "ScreenTime",
        "FamilyControls": "FamilyControls", "AuthorizationCenter": "FamilyControls",
    ]

    /// Returns the framework of a type.
    ///
    /// - Parameter imports: the modules imported by the files that mention the type.
    static func module(of type: String, imports: [String]) -> String? {
        let first = String(type.prefix { $0 != "." })
        if let module = names[first] { return module == "Foundation" || imports.contains(module) ? module : nil }
        for length in [3, 2] where first.count > length {
            let prefix = String(first.prefix(length))
            let next = first[first.index(first.startIndex, offsetBy: length)]
            guard next.isUppercase, let modules = prefixes[prefix] else { continue }
            if let module = modules.first(where: { imports.contains($0) }) { return module }
        }
        return nil
    }
}
