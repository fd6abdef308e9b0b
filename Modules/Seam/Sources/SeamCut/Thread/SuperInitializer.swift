import SeamKit

/// The initializer that a new initializer of a class calls, which has none and inherits one: a framework's, or one that takes nothing.
struct SuperInitializer {
    private let call: String
    /// The parameters of the inherited initializer, which all have defaults.
    let parameters: [ParameterNode]
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
        let foreign = line.last.flatMap { index.isWithoutSuperclass($0) ? nil : $0.inherited.first }
        guard owner.kind == .class, line.count > 1 || foreign != nil,
            let call = foreign.map({ Self.calls[$0] }) ?? "super.init()",
            !parts.contains(where: \.isForObjectiveC), !index.isMadeByName(owner)
        else { return nil }
        let above = line.lazy.map { index.parts(of: $0).flatMap(\.owner.initializers) }.first { !$0.isEmpty } ?? []
        let own = above.filter { !$0.isDelegating && !$0.endsProcess && $0.parameters.first?.label != "coder" }
        guard owner.initializers.isEmpty, above.isEmpty && foreign != nil || own.count == 1,
            own.allSatisfy({ $0.parameters.allSatisfy { $0.value != nil } && !$0.modifierList.says("private") })
        else { return nil }
        parameters = own.first?.parameters ?? []
        let imports = Self.imports(of: line, index)
        guard parameters.allSatisfy({ Self.canRepeat($0, in: owner, imports, index) }) else { return nil }
        let arguments = parameters.map { ($0.label == "_" ? "" : "\($0.label): ") + $0.innerName }
        self.call = own.isEmpty ? call : "super.init(\(arguments.joined(separator: ", ")))"
        needsCoder = foreign.map { !["NSObject", "Operation"].contains($0) } ?? false
    }

    /// Returns whether the file of a class imports all that the one does which has the inherited initializer.
    private static func imports(of line: [OwnerDecl], _ index: CodeTree) -> Bool {
        let files = line.map { index.parts(of: $0).filter { $0.owner.isDeclaration }.map(\.file) }
        let above = zip(line, files).first { !$0.0.initializers.isEmpty }.map(\.1) ?? []
        return line.allSatisfy { !$0.node.isGeneric }
            && above.allSatisfy { above in files[0].allSatisfy { above.imports.isSubset(of: $0.imports) } }
    }

    /// Returns whether a parameter means in a class what it means in the one above: its default is a constant, an object or a static
    /// member, all of types that the class sees.
    ///
    /// - Parameter hasImports: whether the class sees what the one above sees of other modules.
    private static func canRepeat(
        _ parameter: ParameterNode,
        in owner: OwnerDecl,
        _ hasImports: Bool,
        _ index: CodeTree
    ) -> Bool {
        guard let value = parameter.value, !parameter.isVariadic, parameter.innerName != "_",
            !parameter.typeText.contains("@")
        else { return false }
        func isSeen(_ name: String) -> Bool {
            guard let type = index.type(name, in: owner) else { return hasImports || AccessorReader.isData(name) }
            return type.owner.name == name
        }
        let types = AccessorNames.words(parameter.typeText).filter { $0.first?.isUppercase == true }
        let words = AccessorNames.words(value.code).filter { $0.first?.isUppercase == true }
        return (types + words).allSatisfy(isSeen)
            && (value.isConstant || value.code.first.map { $0 == "." || $0.isUppercase } == true)
            && !value.code.contains("Self") && !value.code.contains("{")
    }

    /// Whether nothing but code calls the inherited initializer.
    var isPlain: Bool { !needsCoder }

    /// Completes the lines of a new initializer.
    func completing(_ lines: [String], _ layout: Layout) -> [String] {
        let coder =
            [""] + layout.head(of: ["coder: NSCoder"], behind: "required init?(", indent: layout.indentation)
            + ["\(layout.indentation)fatalError(\"init(coder:) has not been implemented\")", "}"]
        return Array(lines.dropLast()) + [layout.indentation + call, "}"] + (needsCoder ? coder : [])
    }
}
