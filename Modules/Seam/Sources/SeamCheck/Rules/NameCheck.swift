import SeamKit

/// Looks up the names in a configuration, and reports those that match nothing.
struct NameCheck {
    private let configuration: Configuration
    private let map: CodeMap
    private let moduleNames: [String]
    private(set) var problems: [ConfigurationError.Problem] = []

    init(configuration: Configuration, map: CodeMap) {
        self.configuration = configuration
        self.map = map
        moduleNames = map.modules.map(\.name)
    }

    /// Returns the layer of each module that has one.
    mutating func layers() -> [String: Configuration.Layer] {
        var layers: [String: Configuration.Layer] = [:]
        for layer in configuration.layers {
            for name in layer.modules {
                let fitting = modules(fitting: name)
                if fitting.isEmpty { reportNothing(name, place: "layer `\(layer.name.text)`") }
                for module in fitting {
                    if let other = layers[module], other.name != layer.name {
                        report(name, message: "`\(module)` is in layer `\(other.name.text)` already")
                    }
                    layers[module] = layer
                }
            }
            if layer.modules.isEmpty { report(layer.name, message: "layer `\(layer.name.text)` matches nothing") }
        }
        return layers
    }

    /// Returns the stage of each module that is named.
    mutating func stages() -> [String: Configuration.Stage] {
        var stages: [String: Configuration.Stage] = [:]
        // Exact names take precedence; among patterns the first match applies.
        let isExact = { (entry: Configuration.ModuleStage) in Pattern(entry.module.text).isExact }
        for entry in configuration.stages.filter(isExact) + configuration.stages.filter({ !isExact($0) }) {
            let fitting = modules(fitting: entry.module)
            if fitting.isEmpty { reportNothing(entry.module, place: "stages") }
            for module in fitting where stages[module] == nil { stages[module] = entry.stage }
        }
        return stages
    }

    /// Checks the names of modules, layers and folders in all other places.
    mutating func checkPlaces() {
        for layer in configuration.layers {
            for name in layer.imports { checkModuleOrLayer(name, place: "`imports` of layer `\(layer.name.text)`") }
        }
        for restriction in configuration.types + configuration.members {
            for name in restriction.only {
                if Pattern(name.text).isPath {
                    checkPath(name)
                } else {
                    checkModuleOrLayer(name, place: "`only` of `\(restriction.subject.text)`")
                }
            }
        }
        for set in configuration.features {
            for name in set.modules + set.except where modules(fitting: name).isEmpty {
                reportNothing(name, place: "features")
            }
        }
    }

    private func modules(fitting name: Configuration.Name) -> [String] {
        let pattern = Pattern(name.text)
        return map.modules.filter { pattern.matches(module: $0.name, isTest: $0.isTest) }.map(\.name)
    }

    private mutating func checkModuleOrLayer(_ name: Configuration.Name, place: String) {
        let layers = configuration.layers.map(\.name.text)
        guard name.text != "*", !layers.contains(name.text), modules(fitting: name).isEmpty else { return }
        let suggestion = Suggestion.text(for: name.text, among: layers + moduleNames)
        report(name, message: "\(place): no layer or module is called `\(name.text)`\(suggestion)")
    }

    private mutating func checkPath(_ name: Configuration.Name) {
        let pattern = Pattern(name.text)
        if !map.sources.contains(where: { pattern.matches(path: $0.path) }) {
            report(name, message: "no file of the tree fits `\(name.text)`")
        }
    }

    private mutating func reportNothing(_ name: Configuration.Name, place: String) {
        let suggestion = Suggestion.text(for: name.text, among: moduleNames)
        report(name, message: "\(place): no module is called `\(name.text)`\(suggestion)")
    }

    private mutating func report(_ name: Configuration.Name, message: String) {
        problems.append(.init(line: name.line, message: message))
    }
}
