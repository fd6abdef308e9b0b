import SeamKit

// A computed property that extensions in other files read stands once beside what the type stores.
extension Placement {
    /// Lets the files of types have the computed properties of their extensions in other files.
    mutating func shareReads(_ request: CutRequest) {
        guard request.options.isForInitializers else { return }
        for position in properties.indices {
            guard let home = home(of: properties[position], request) else { continue }
            let property = properties[position].property
            let own = properties.indices.first { other in
                let place = properties[other].property.place
                return place.owner == home.owner && properties[other].isLate
                    && properties[other].property.instance.accessor.name == property.instance.accessor.name
            }
            if let own {
                guard properties[own].property.name == property.name else { continue }
                properties[own].isShared = true
            } else {
                let stored = storages.contains {
                    $0.home.owner == home.owner && $0.injection.stored == properties[position].injection?.stored
                }
                guard stored else { continue }
            }
            properties[position].home = home
        }
    }

    /// Returns the declaration of the type in another file that can have a property; nil if it has to stay.
    private func home(of planned: Property, _ request: CutRequest) -> CodeTree.Declaration? {
        let (property, index) = (planned.property, request.index)
        guard planned.isLate, let home = StorageSite.home(of: property.dependency, in: index),
            home.file.path != property.file.path, choice == nil,
            property.instance.value(of: property.place.access).hasPrefix("."),
            property.place.attributes.isEmpty
        else { return nil }
        let recipient = Recipient(
            request: request,
            instance: property.instance,
            owner: home.owner,
            file: home.file,
            property: property.name
        )
        return recipient.isSaidElsewhere(property.name) ? nil : home
    }
}
