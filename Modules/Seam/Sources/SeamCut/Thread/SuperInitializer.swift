import SeamKit

/// The initializer that a new initializer of a class calls, which has none and inherits one: a framework's, or one that takes nothing.
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

    /// Finds it; nil if the class has an initializer, or the nearest one above it that has some can't be called without arguments, or if
    /// Interface Builder or Objective-C may call the inherited one.
    init?(of owner: OwnerDecl, in request: CutRequest) {
        let index = request.index
        let line = [owner] + index.superclasses(of: owner)
        let parts = line.flatMap { index.parts(of: $0).map(\.owner) }
        guard owner.kind == .class, let foreign = line.last?.inherited.first, let call = Self.calls[foreign],
            !parts.contains(where: \.isForObjectiveC), !index.isMadeByName(owner)
        else { return nil }
        let above = line.lazy.map { index.parts(of: $0).flatMap(\.owner.initializers) }.first { !$0.isEmpty } ?? []
        let own = above.filter { !$0.isDelegating && !$0.endsProcess && $0.parameters.first?.label != "coder" }
        guard owner.initializers.isEmpty, above.isEmpty || own.count == 1,
            own.allSatisfy({ $0.parameters.allSatisfy { $0.value != nil } && !$0.modifierList.says("private") })
        else { return nil }
        self.call = own.isEmpty ? call : "super.init()"
        needsCoder = !["NSObject", "Operation"].contains(foreign)
    }

    /// Whether nothing but code calls the inherited initializer.
    var isPlain: Bool { !needsCoder }

    /// Completes the lines of a new initializer.
    func completing(_ lines: [String], indentation: String) -> [String] {
        let coder: [String] = [
            "", "required init?(coder: NSCoder) {",
            "\(indentation)fatalError(\"init(coder:) has not been implemented\")", "}",
        ]
        return Array(lines.dropLast()) + [indentation + call, "}"] + (needsCoder ? coder : [])
    }
}
