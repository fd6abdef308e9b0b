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
    static var otherClass: Check { Check(.objectiveC) { $0.mayRunForOtherClass } }
}

extension Access {
    /// What gives the code of a method away, or takes it.
    private static let runtime: Set<String> = [
        "class_getInstanceMethod", "class_getMethodImplementation", "class_addMethod", "class_replaceMethod",
        "instanceMethod",
    ]

    /// Whether the runtime may run the member around the use for objects that were made as those of another class: the tree gives the
    /// method to that, or the objects to this one.
    fileprivate var mayRunForOtherClass: Bool {
        guard !context.isStatic, let owner, owner.kind == .class || owner.kind == .extension else { return false }
        let (type, method) = (owner.simpleName, context.memberDecl?.function?.ownName)
        return has(type, in: index.paths(saying: type, "object_setClass"), where: \.isTypeAsValue)
            || method.map { method in
                has(method, in: index.paths(saying: method)) { token in
                    token.nameForRuntime != nil
                        && token.nearest(CallNode.self)?.calleeName.map(Self.runtime.contains) == true
                }
            } == true
    }

    private func has(_ name: String, in paths: [String], where holds: (TokenNode) -> Bool) -> Bool {
        paths.contains { index.file($0)?.tokens(name).contains(where: holds) == true }
    }
}
