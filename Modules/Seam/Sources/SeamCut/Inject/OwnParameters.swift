import SeamKit

/// The parameters of initializers that have the accessor as their default already, in a type that doesn't store what they get:
/// `init(store: Store = .shared)`. They are the type's dependency.
struct OwnParameters {
    /// The name in the body of each initializer.
    let names: [InitializerNode: String]
    private let labels: [String]
    private let value: HeldValue

    /// Finds the parameters; nil if no initializer has one.
    init?(of home: CodeTree.Declaration, access: String, instance: InjectedType, _ request: CutRequest) {
        guard request.options.stage == .inject, request.options.usesHolders else { return nil }
        value = HeldValue(access: access, instance: instance, owner: home.owner, index: request.index)
        var (names, labels): ([InitializerNode: String], [String]) = ([:], [])
        for initializer in home.owner.initializers where !initializer.isDelegating && !initializer.endsProcess {
            let own = initializer.parameters.first { [value] parameter in
                parameter.typeNode.structure == instance.type
                    && parameter.value.map { value.accesses.contains($0.code) } == true
            }
            guard let own, own.innerName != "_" else { continue }
            names[initializer] = own.innerName
            labels.append(own.label)
        }
        guard !names.isEmpty else { return nil }
        (self.names, self.labels) = (names, labels)
    }

    /// The name that most have.
    var name: String? {
        names.values.reduce(into: [:]) { (counts: inout [String: Int], name) in counts.count(name) }.mostCommon()
    }

    /// Whether one may get another instance than the accessor's.
    var isOther: Bool {
        value.instance.isOther(whileExists: value.owner, value.index)
            || labels.contains(where: value.isPassedOther)
    }
}
