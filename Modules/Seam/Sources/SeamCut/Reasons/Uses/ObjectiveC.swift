import SeamKit

extension Reason {
    /// The use is in Objective-C.
    static let objectiveC = Reason(
        "objective-c",
        """
        The use is in Objective-C. It counts, but the tool changes Swift only. Pass the instance to the
        Objective-C class by hand, or move the class to Swift. A use in a method that the tree gives to another class by the
        runtime (`class_getMethodImplementation`) stays, too, and one in a class to which objects of another one are moved
        (`object_setClass`): what `self` is there has no room for a property.
        """,
        advice: "Pass the instance to the Objective-C class by hand, or move the class to Swift.",
        examples: [
            .triggers(
                """
                enum Program { static func main() { Store.shared.go() } }
                """,
                store: """
                    import Foundation
                    @objc final class Store: NSObject { @objc static let shared = Store(); @objc func go() { print(1) } }
                    """
            ).with(files: [
                "App/Old.m": """
                void start(void) { [[Store shared] go]; }
                """
            ]),
            .triggers(
                """
                class A: NSObject {
                    @objc func f() { Store.shared.go() }
                    func exchange(_ other: AnyClass) {
                        let code = class_getMethodImplementation(A.self, #selector(f))
                        class_replaceMethod(other, #selector(other.g), code, "v@:")
                    }
                }
                """
            ),
            .triggers(
                """
                class A: NSObject {
                    @objc func f() { Store.shared.go() }
                    func exchange(_ other: AnyClass) {
                        let name = Selector("f")
                        let code = class_getMethodImplementation(A.self, name)
                        class_replaceMethod(other, name, code, "v@:")
                    }
                }
                """
            ),
            .triggers(
                """
                final class A: Bundle { func f() { Store.shared.go() } }
                func exchange() { object_setClass(Bundle.main, A.self) }
                """
            ),
            .passes(
                """
                class A: NSObject {
                    @objc func f() { Store.shared.go() }
                    func show(_ button: Button) { button.addTarget(self, #selector(f)) }
                }
                """
            ),
            .passes(
                """
                struct A { func f() { Store.shared.go() } }
                """
            ),
        ]
    )
}

extension Check where Subject == Use {
    static var objectiveC: Check { Check(.objectiveC) { $0.isObjectiveC } }
}

extension Check where Subject == Access {
    static var otherClass: Check { Check(.objectiveC) { $0.index.mayRunForOtherClass($0.context) } }
}

extension CodeTree {
    /// What gives the code of a method away, or takes it.
    private static let runtime = [
        "class_getInstanceMethod", "class_getMethodImplementation", "class_addMethod", "class_replaceMethod",
        "instanceMethod",
    ]

    /// Returns whether the runtime may run code for objects that were made as those of another class: the tree gives the method around
    /// the code to that, or the objects to its own class.
    func mayRunForOtherClass(_ context: UseContext) -> Bool {
        guard !context.isStatic, let owner = context.owner, owner.kind == .class || owner.kind == .extension else {
            return false
        }
        if isMovedTo(owner.simpleName) { return true }
        return context.memberDecl?.function.map { known(\.givenAway, $0.ownName, isGivenAway) } == true
    }

    private func isMovedTo(_ type: String) -> Bool {
        paths(saying: type, "object_setClass").contains {
            file($0)?.tokens(type).contains(where: \.isTypeAsValue) == true
        }
    }

    /// Returns whether a file with one of these functions says a method's name for it, as a selector or as text.
    private func isGivenAway(_ method: String) -> Bool {
        Self.runtime.contains { function in
            paths(saying: method, function).compactMap(file).contains { file in
                file.tokens(method).contains { token in
                    let call = token.nearest(CallNode.self)?.calleeName
                    return token.nameForRuntime != nil && call.map(Self.runtime.contains) != false
                }
                    || file.tree.allTokens.contains { token in
                        token.stringText.map { $0 == method || $0.hasPrefix(method + ":") } == true
                    }
            }
        }
    }
}
