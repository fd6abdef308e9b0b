/// The targets of a `Project.swift` of Tuist, read from its syntax, without running it.
/// The format: https://docs.tuist.dev/en/references/project-description/structs/target
enum TuistProject {
    static func list(in bytes: UnsafeBufferPointer<UInt8>) -> TargetList? {
        let document = SwiftDocument(path: "Project.swift", bytes: bytes)
        guard document.imports.contains(where: { $0.module == "ProjectDescription" }) else { return nil }
        var list = TargetList(origin: .tuist)
        document.visitCalls { call, constants in
            guard call.name == "target" || call.name == "Target", let product = call["product"] else { return true }
            guard let name = call["name"]?.string(with: constants) else {
                list.unread.append("the name of a target")
                return true
            }
            let module = call["productName"]?.string(with: constants).map(XcodeProject.identifier)
            var target = TargetList.Target(alias: XcodeProject.identifier(for: name), module: module)
            target.isTest = ["unitTests", "uiTests"].contains(product.memberName)
            for source in ["sources", "buildableFolders"].flatMap({ elements(of: call[$0]) }) {
                add(source, to: &target, list: &list, constants: constants)
            }
            target.dependencies = elements(of: call["dependencies"]).compactMap { dependency in
                guard case .call(let call) = dependency else { return nil }
                let name = ["name", "target", "product"].lazy.compactMap { call[$0]?.string(with: constants) }.first
                return name.map(XcodeProject.identifier)
            }
            list.targets.append(target)
            return false
        }
        // A function of the project's own makes them.
        if list.targets.isEmpty { list.unread.append("the targets") }
        return list
    }

    /// The elements of a list; the value itself if it is none.
    private static func elements(of value: CodeValue?) -> [CodeValue] {
        guard let value, value != .literal("nil") else { return [] }
        return value.elements ?? [value]
    }

    private static func add(
        _ source: CodeValue,
        to target: inout TargetList.Target,
        list: inout TargetList,
        constants: [String: String]
    ) {
        if let pattern = source.string(with: constants) {
            target.sources.append(PathPattern(RelativePath.normal(pattern)))
            return
        }
        guard case .call(let call) = source else {
            list.unread.append("a source of \(target.module)")
            return
        }
        if let globs = call["globs"] {
            for glob in elements(of: globs) { add(glob, to: &target, list: &list, constants: constants) }
        } else if let pattern = call.arguments.first?.value.string(with: constants) {
            target.sources.append(PathPattern(RelativePath.normal(pattern)))
            for left in elements(of: call["excluding"]) {
                guard let pattern = left.string(with: constants) else {
                    list.unread.append("what \(target.module) leaves out")
                    continue
                }
                target.exclude.append(PathPattern(RelativePath.normal(pattern)))
            }
        } else {
            list.unread.append("a source of \(target.module)")
        }
    }
}
