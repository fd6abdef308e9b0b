/// The allowed dependencies between modules. Tests and executables may depend on anything; every other module has a row here.
enum LayerRule {
    static let layers: [String: Layer] = [
        "Domain": Layer(modules: [], thirdParty: false),
        "Presentation": Layer(modules: ["Domain"], thirdParty: false),
        "LegacyData": Layer(modules: ["Domain", "LegacyAccount", "DataSupport"], thirdParty: true),
        "StoreClient": Layer(modules: ["Domain", "DataSupport"], thirdParty: true),
        "LocalData": Layer(modules: ["Domain", "DataSupport"], thirdParty: true),
        "StoreClientNIO": Layer(modules: ["StoreClient", "DataSupport"], thirdParty: true),
        "StoreNews": Layer(modules: ["Domain", "DataSupport", "CMosquitto"], thirdParty: false),
        "CMosquitto": Layer(modules: [], thirdParty: false),
        "Diagnostics": Layer(modules: ["Domain", "DataSupport"], thirdParty: false),
        "DataSupport": Layer(modules: ["Domain"], thirdParty: false),
        "LegacyAccount": Layer(modules: [], thirdParty: true),
        "DomainMocks": Layer(modules: ["Domain"], thirdParty: false),
        "DomainContracts": Layer(modules: ["Domain", "DomainMocks"], thirdParty: false),
        "AccountSandbox": Layer(modules: ["LoopbackHTTP"], thirdParty: true),
        "LoopbackHTTP": Layer(modules: [], thirdParty: true),
        "Strangler": Layer(modules: [], thirdParty: false),
        "StranglerJournal": Layer(modules: ["Strangler"], thirdParty: true),
        "StranglerMetrics": Layer(modules: ["Strangler"], thirdParty: true),
        "TestSupport": Layer(modules: ["Domain", "DomainMocks", "DomainContracts"], thirdParty: false),
    ]

    struct Layer: Sendable {
        /// The modules of this repository.
        let modules: Set<String>
        let thirdParty: Bool
    }

    static func violations(manifest: Manifest) -> [Violation] {
        manifest.targets.filter { !$0.isTest && !$0.isExecutable }.flatMap { target in
            guard let layer = layers[target.name] else {
                return [
                    violation(manifest, target, "target '\(target.name)' has no layer: give it a row in LayerRule")
                ]
            }
            return target.dependencies.compactMap { dependency in
                let isOurs = layers[dependency.name] != nil || dependency.package == nil
                let isAllowed = isOurs ? layer.modules.contains(dependency.name) : layer.thirdParty
                return isAllowed
                    ? nil
                    : violation(
                        manifest,
                        target,
                        "target '\(target.name)' may not depend on '\(dependency.name)'",
                        dependency: dependency.name
                    )
            }
        }
    }

    private static func violation(
        _ manifest: Manifest,
        _ target: Manifest.Target,
        _ message: String,
        dependency: String? = nil
    ) -> Violation {
        Violation(
            path: manifest.path,
            line: manifest.line(ofTarget: target.name, dependency: dependency),
            message: message
        )
    }
}
