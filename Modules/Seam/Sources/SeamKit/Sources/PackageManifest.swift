/// The targets of a `Package.swift`, read from its syntax, without running the manifest.
///
/// The reader understands literals and top-level string constants, but not computed values.
struct PackageManifest: Equatable, Sendable {
    struct Target: Equatable, Sendable {
        var name: String
        var kind: Kind
        /// The path relative to the manifest's folder; nil for the default folder.
        var path: String?
        var exclude: [String] = []
        var sources: [String] = []
        var dependencies: [String] = []

        enum Kind: String, Sendable {
            case target
            case executableTarget
            case testTarget
            case macro
            case plugin
        }

        /// The folders that are tried if there is no `path:`, in order.
        var defaultFolders: [String] {
            let roots =
                switch kind {
                case .testTarget: ["Tests", "Sources", "Source", "src", "srcs"]
                case .plugin: ["Plugins"]
                default: ["Sources", "Source", "src", "srcs"]
                }
            return roots.map { "\($0)/\(name)" }
        }
    }

    var name = ""
    var targets: [Target] = []

    /// Reads a manifest; nil if it exceeds the limits of sources.
    init?(parsing bytes: UnsafeBufferPointer<UInt8>) {
        let document = SwiftDocument(path: "Package.swift", bytes: bytes)
        guard document.isParsed else { return nil }
        var (name, targets) = (name, targets)
        document.visitCalls { call, constants in
            if call.callee == .name("Package") {
                name = call["name"]?.string(with: constants) ?? ""
                return true
            }
            guard case .member = call.callee, let target = Target(call: call, constants: constants) else { return true }
            targets.append(target)
            // Skips its arguments: they are dependencies, and some look like targets.
            return false
        }
        (self.name, self.targets) = (name, targets)
    }
}

extension PackageManifest.Target {
    fileprivate init?(call: CodeValue.Call, constants: [String: String]) {
        guard let kind = call.name.flatMap(Kind.init), let name = call["name"]?.string(with: constants) else {
            return nil
        }
        self.init(name: name, kind: kind, path: call["path"]?.string(with: constants))
        func elements(of label: String) -> [CodeValue] { call[label]?.elements ?? [] }
        exclude = elements(of: "exclude").compactMap { $0.string(with: constants) }
        sources = elements(of: "sources").compactMap { $0.string(with: constants) }
        dependencies = elements(of: "dependencies").compactMap { value in
            if case .call(let call) = value {
                call["name"]?.string(with: constants)
            } else {
                value.string(with: constants)
            }
        }
    }
}
