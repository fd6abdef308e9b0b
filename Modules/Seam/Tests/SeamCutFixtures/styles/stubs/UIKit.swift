// A few classes of UIKit, with the isolation that the compiler gives them when it reads the headers of Objective-C.

@preconcurrency @MainActor open class UIApplication {
    public static let shared = UIApplication()

    open func open(_ link: String) { print("opens", link) }
}

@preconcurrency @MainActor open class UIScreen {
    public static let main = UIScreen()

    open var scale: Int { 2 }
}

@preconcurrency @MainActor open class UIViewController {
    public init() {}
}
