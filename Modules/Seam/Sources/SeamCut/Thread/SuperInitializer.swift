import SeamKit

/// The initializer of a framework's class that a new initializer of a class calls, which has none and inherits one.
struct SuperInitializer {
    private let call: String
    private let needsCoder: Bool

    private static let calls = [
        "NSObject": "super.init()", "Operation": "super.init()", "NSWindowController": "super.init(window: nil)",
    ].merging(
        [
            "UIViewController", "UITableViewController", "UITabBarController", "UINavigationController",
            "UISplitViewController", "NSViewController",
        ].map { ($0, "super.init(nibName: nil, bundle: nil)") }
            + [
                "UIView", "UIControl", "UILabel", "UIScrollView", "UIStackView", "UITextField", "NSView",
            ].map { ($0, "super.init(frame: .zero)") }
    ) { first, _ in first }

    /// Finds it; nil if the class, or one of the tree between it and the framework's, has an initializer, or if Interface Builder
    /// or Objective-C may call the inherited one.
    init?(of owner: OwnerDecl, in request: CutRequest) {
        let index = request.index
        let line = [owner] + index.superclasses(of: owner)
        let parts = line.flatMap { index.parts(of: $0).map(\.owner) }
        guard owner.kind == .class, let foreign = line.last?.inherited.first, let call = Self.calls[foreign],
            parts.allSatisfy(\.initializers.isEmpty), !parts.contains(where: \.isForObjectiveC),
            !index.isMadeByName(owner)
        else { return nil }
        (self.call, needsCoder) = (call, !["NSObject", "Operation"].contains(foreign))
    }

    /// Completes the lines of a new initializer.
    func completing(_ lines: [String], indentation: String) -> [String] {
        let coder: [String] = [
            "", "required init?(coder: NSCoder) {",
            "\(indentation)fatalError(\"init(coder:) has not been implemented\")", "}",
        ]
        return Array(lines.dropLast()) + [indentation + call, "}"] + (needsCoder ? coder : [])
    }
}
