import SeamKit

/// What a caller is to get: the instance of an accessor, under a name, for code in a file.
struct Dependency {
    /// The type, extension or file that has the property.
    let owner: OwnerDecl
    let file: ParsedFile
    /// The accessor, as the code spells it.
    let access: String
    var instance: InjectedType
    /// The name of the property.
    var name: String
}

/// The property of a caller through which its uses go.
struct CallerProperty {
    let place: PropertyPlace
    var name: String
    let instance: InjectedType
    let file: ParsedFile

    var dependency: Dependency {
        Dependency(owner: place.owner, file: file, access: place.access, instance: instance, name: name)
    }
}

/// A caller with its property, which may take an instance.
struct PlacedCaller {
    let uses: CallerUses
    var property: CallerProperty
    let choice: ProtocolChoice?

    /// Whether the property has the protocol as its type, or is to get it.
    var isAbstract: Bool { choice?.covers(property.place, in: property.file) == true }

    /// What the property returns, as the caller sees it.
    var seen: InjectedType { choice?.instance ?? property.instance }
}

/// A use with the property that it is to read.
struct PlacedUse {
    let candidate: Candidate
    let property: CallerProperty
    /// The protocol that the property has as its type; nil if it has another.
    let choice: ProtocolChoice?
    let index: CodeTree
}

/// A caller that the slice wants.
struct ChosenCaller {
    let id: CutPlan.Caller.ID
    let options: Cut.Options

    /// What the compiler or the command says of it; nil if it isn't taken out.
    var message: String? { options.excluding[id] }
}
