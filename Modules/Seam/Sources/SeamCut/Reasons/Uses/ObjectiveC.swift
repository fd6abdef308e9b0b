import SeamKit

extension Reason {
    /// The use is in Objective-C.
    static let objectiveC = Reason(
        "objective-c",
        """
        The use is in Objective-C. It counts, but the tool changes Swift only. Pass the instance to the
        Objective-C class by hand, or move the class to Swift. A use in a method that the tree gives to another class by the
        runtime (`class_getMethodImplementation`) stays, too: `self` is an object of that class there.
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

    /// Whether the runtime may run the method around the use for objects of another class, to which the tree gives it.
    fileprivate var mayRunForOtherClass: Bool {
        guard !context.isStatic, let name = context.memberDecl?.function?.ownName else { return false }
        return index.paths(saying: name).contains { path in
            index.file(path)?.tokens(name).contains { token in
                token.nameForRuntime != nil
                    && token.nearest(CallNode.self)?.calleeName.map(Self.runtime.contains) == true
            } ?? false
        }
    }
}
