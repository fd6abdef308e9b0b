import SeamKit
import SwiftSyntax

/// Stores a passed instance in the type's own declaration, also if extensions and other files use the singleton.
extension Gatherer {
    /// The place of a type's own declaration.
    struct Home: Hashable {
        private let path: String
        private let offset: Int

        init(file: ParsedFile, owner: OwnerDecl) {
            (path, offset) = (file.path, owner.node.position.utf8Offset)
        }
    }

    /// What a type stores: the instance of an accessor, or a provider.
    struct StorageKey: Hashable {
        var home: Home
        var stored: String
    }

    /// A type that stores an instance, or the provider with it.
    struct Storage {
        var home: TypeIndex.Declaration
        var injection: Injection
        var provider: Carrier?
        /// The module and the name of the instance's type, if the caller's file imports it.
        var imported: (module: String, name: String)?
        /// Whether the stored property is there, or is inserted together with the property that reads it.
        var isWritten: Bool
        /// Whether something reads it after the slice.
        var isRead = false
        /// The number of storages that were found before it.
        var order: Int
    }

    /// Returns how a caller's property gets a passed instance. The stored property is written once for all files of a type.
    func storage(
        for owner: OwnerDecl,
        access: String,
        _ service: Service,
        _ name: String,
        provider: Carrier? = nil,
        in file: ParsedFile
    ) -> Result<Injection, Injector.ObstacleFound> {
        let (key, found) = storageFound(for: owner, access: access, service, name, provider: provider, in: file)
        switch found {
        case .failure(let found): return .failure(found)
        case .success(var storage):
            storage.isRead = true
            let isHere = !storage.isWritten && owner.node.id == storage.home.owner.node.id
            if isHere { storage.isWritten = true }
            storages[key] = .success(storage)
            return .success(isHere ? storage.injection : Injection(stored: storage.injection.stored))
        }
    }

    /// Returns the type that stores an instance for a caller, and its key, or why there is none.
    ///
    /// - Parameters:
    ///   - service: the accessor; with a provider, as if it were the accessor's instance.
    ///   - provider: what is stored in place of the instance.
    func storageFound(
        for owner: OwnerDecl,
        access: String,
        _ service: Service,
        _ name: String,
        provider: Carrier? = nil,
        in file: ParsedFile
    ) -> (key: StorageKey, found: Result<Storage, Injector.ObstacleFound>) {
        let home = home(of: owner, in: file)
        let place = home.map { Home(file: $0.file, owner: $0.owner) } ?? Home(file: file, owner: owner)
        let key = StorageKey(home: place, stored: provider?.name ?? service.accessor.name)
        guard let home else { return (key, .failure(Injector.ObstacleFound(.kind))) }
        if provider == nil, home.file.path != file.path, !canName(service, in: home.file, as: file) {
            return (key, .failure(Injector.ObstacleFound(.access)))
        }
        let found =
            storages[key] ?? newStorage(home, owner.name, access: access, service, name, provider: provider, in: file)
        storages[key] = found
        return (key, found)
    }

    private func newStorage(
        _ home: TypeIndex.Declaration,
        _ owner: String,
        access: String,
        _ service: Service,
        _ name: String,
        provider: Carrier?,
        in file: ParsedFile
    ) -> Result<Storage, Injector.ObstacleFound> {
        let files = filesOfCallers[owner, default: []].union([file.path])
        let injector = Injector(
            index: index,
            singleton: singleton,
            service: provider == nil ? choice?.service ?? service : service,
            owner: home.owner,
            file: home.file,
            property: name,
            isShared: files != [home.file.path],
            users: namesOfCallers,
            typeAccess: provider?.access ?? choice?.access,
            allowsStructs: options.includesStructs
        )
        let known =
            if let provider { stored(in: home.owner, provider) } else {
                stored(in: home.owner, access: access, service)
            }
        if let stored = known {
            let injection = Injection(stored: stored.name)
            let canRead = home.file.path == file.path || !stored.isPrivate
            guard canRead, stored.type == injector.type else { return .failure(Injector.ObstacleFound(.files)) }
            return .success(Storage(home: home, injection: injection, isWritten: true, order: storages.count))
        }
        return injector.injection().map {
            let module = provider == nil ? moduleOfType(of: service) : nil
            let isImported = module.map(file.imports.contains) == true
            return Storage(
                home: home,
                injection: $0,
                provider: provider,
                imported: isImported ? module.map { ($0, index.outerName(ofType: service)) } : nil,
                isWritten: false,
                order: storages.count
            )
        }
    }

    /// Returns the declaration that can store an instance for a caller; nil if its own module has none.
    private func home(of owner: OwnerDecl, in file: ParsedFile) -> TypeIndex.Declaration? {
        guard owner.kind == .extension else { return (file, owner) }
        guard let type = index.type(owner.name), type.owner.name == owner.name, type.file.obstacle == nil else {
            return nil
        }
        let module = index.module(ofFile: file.path)
        guard module == index.module(ofFile: type.file.path) else { return nil }
        // The files of a folder may belong to several modules. Only a public type can be extended in another one.
        let isKnown = index.module(module).map { $0.origin != .folder } ?? false
        let isNear = file.path.split(separator: "/").dropLast() == type.file.path.split(separator: "/").dropLast()
        return isKnown || isNear || !Self.isPublic(type.owner) ? type : nil
    }

    private typealias StoredProperty = (name: String, type: String?, isPrivate: Bool)

    /// Returns the stored property that another property of the type already reads; nil if there is none.
    private func stored(in owner: OwnerDecl, access: String, _ service: Service) -> StoredProperty? {
        let names = Set(
            index.declarations(of: owner.name).filter { $0.owner.name == owner.name }.flatMap(\.owner.properties)
                .filter { !$0.isStatic && $0.isGathered(access: access, service: service) }.compactMap(\.stored)
        )
        return storedProperties(of: owner).first { names.contains($0.name) }
    }

    /// Returns the stored property for a provider; nil if there is none.
    private func stored(in owner: OwnerDecl, _ provider: Carrier) -> StoredProperty? {
        storedProperties(of: owner).first { $0.type == provider.name + "?" && $0.name.hasPrefix("injected") }
    }

    private func storedProperties(of owner: OwnerDecl) -> [StoredProperty] {
        owner.memberDecls.compactMap { $0.as(VariableDeclSyntax.self) }.compactMap { variable in
            guard let binding = variable.bindings.first, variable.bindings.count == 1 else { return nil }
            let isPrivate = variable.modifiers.contains { ["private", "fileprivate"].contains($0.name.text) }
            return (binding.pattern.trimmedDescription, binding.typeAnnotation?.type.trimmedDescription, isPrivate)
        }
    }

    // MARK: Names in another file

    /// Modules of frameworks, which declare no type of the tree.
    static let frameworks: Set<String> = [
        "Foundation", "UIKit", "AppKit", "WatchKit", "SwiftUI", "Combine", "WebKit", "AVFoundation", "AVKit",
        "CoreData",
        "CoreLocation", "MapKit", "os", "OSLog", "StoreKit", "WidgetKit", "Intents", "IntentsUI", "AppIntents",
        "Dispatch",
        "UserNotifications", "MessageUI", "SafariServices", "Photos", "PhotosUI", "CoreGraphics", "QuartzCore",
        "Security",
    ]

    /// Returns whether the file of a type's declaration can name the instance's type, as the caller's file does.
    private func canName(_ service: Service, in home: ParsedFile, as file: ParsedFile) -> Bool {
        let found = index.type(of: service)
        // Another module that compiles that file may see less.
        if !index.isCompiled(home.path, onlyWith: file.path) {
            let module = found.map { index.module(ofFile: $0.file.path) } ?? singleton.module
            return home.imports(index.outerName(ofType: service), from: module)
                || found.map { index.isCompiled(home.path, onlyWith: $0.file.path) } == true
        }
        let missing = file.imports.subtracting(home.imported)
        if missing.isEmpty { return true }
        guard let type = found else {
            return file.imports.contains(singleton.module) && !missing.contains(singleton.module)
        }
        if let module = moduleOfType(of: service) {
            // If need be, the file gets the import that the caller's has.
            let isImported = home.imports(index.outerName(ofType: service), from: module)
            return module == index.module(ofFile: home.path) || isImported || file.imports.contains(module)
        }
        let isNear = index.module(ofFile: type.file.path) == index.module(ofFile: home.path)
        return isNear && !Self.isPublic(type.owner) || missing.isSubset(of: Self.frameworks)
    }

    /// Returns the module that declares a service's type; nil if its name isn't known.
    private func moduleOfType(of service: Service) -> String? {
        guard let type = index.type(of: service) else { return nil }
        let module = index.module(ofFile: type.file.path)
        return index.module(module).map { $0.origin != .folder } == true ? module : nil
    }

    private static func isPublic(_ owner: OwnerDecl) -> Bool {
        ["public", "open", "package"].contains { owner.hasModifier($0) }
    }
}
