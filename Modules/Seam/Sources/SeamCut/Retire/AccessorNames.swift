import Foundation
import SeamKit

/// Finds everything that names an accessor, or may name it, besides the uses in the map.
///
/// There is one list of ways to name it. What deletes or renames a declaration asks for all of them first.
struct AccessorNames {
    let index: CodeTree
    let map: CodeMap
    let singleton: Singleton
    let accessor: Singleton.Accessor
    /// The last name of the type that declares the accessor.
    let type: String
    /// The type, its subclasses, and other names for them.
    let names: Set<String>
    /// What they inherit and conform to, directly or not.
    let inherited: Set<String>
    /// What Objective-C calls the type; nil if it can't see it.
    let foreign: ObjectiveCNames?
    private let places: Set<Place>

    private struct Place: Hashable {
        var file: String
        var line: Int
        var column: Int
    }

    init(of accessor: Singleton.Accessor, in request: CutRequest) {
        (index, map, singleton, self.accessor) = (request.index, request.map, request.singleton, accessor)
        let (index, map, singleton) = (request.index, request.map, request.singleton)
        type = singleton.name.lastName
        (names, inherited) = index.lastNames.relatives(of: type)
        let files = Set([singleton.file, accessor.file]).sorted().compactMap { index.file($0)?.bytes }
        foreign = ObjectiveCNames(of: singleton.name, accessors: [accessor.name], in: files)
        // A use of another singleton by name may mean this one.
        let sure = map.uses.filter { $0.singleton == singleton.id || $0.certainty == .resolved }
        places = Set(sure.map { Place(file: $0.file, line: $0.line, column: $0.column) })
    }

    /// Returns all places, in order.
    func all() -> [AccessorName] {
        var seen: Set<String> = []
        let names = declaration() + requirements() + SwiftNames(of: self).all() + TextNames(of: self).all()
        return names.sorted { ($0.file, $0.line, $0.text) < ($1.file, $1.line, $1.text) }
            .filter { seen.insert("\($0.file):\($0.line)").inserted }
    }

    /// The words of a type's text.
    static func words(_ text: String) -> [String] {
        text.split { !($0.isLetter || $0.isNumber || $0 == "_") }.map(String.init)
    }

    /// Returns whether the map has a use at the place where an expression begins.
    func isInMap(_ expression: ExpressionNode, in file: ParsedFile) -> Bool {
        let offset = expression.offset
        let line = file.line(of: offset)
        return places.contains(Place(file: file.path, line: line, column: offset - file.lineStart(of: offset) + 1))
    }

    func name(_ node: some AnyCodeNode, in file: ParsedFile, _ text: String) -> AccessorName {
        AccessorName(file: file.path, line: file.line(of: node.offset), text: text)
    }

    /// Returns whether code of a file can see the module that declares the accessor.
    func isVisible(from file: ParsedFile) -> Bool {
        let home = index.module(ofFile: accessor.file)
        return index.modules.modules(compiling: file.path).contains { $0 == home || index.isSeen(home, from: $0) }
            || file.imports.contains(home)
    }
}

// MARK: The declaration

extension AccessorNames {
    /// The declaration as an attribute or a modifier of the accessor.
    private func declaration() -> [AccessorName] {
        guard let file = index.file(accessor.file) else { return [] }
        var found: [AccessorName] = []
        for (home, owner) in index.parts(of: singleton) {
            for attribute in owner.node.attributeNodes
            where attribute.name == "globalActor" && accessor.name == "shared" {
                found.append(name(attribute, in: home, "@globalActor requires it"))
            }
            for attribute in owner.node.attributeNodes {
                let macro = attribute.name ?? "#if"
                guard index.mayAddCode(macro, besides: Access.harmless) else { continue }
                found.append(
                    name(attribute, in: home, "the code that \(macro == "#if" ? macro : "@" + macro) adds may name it")
                )
            }
            guard home.path == file.path else { continue }
            for variable in owner.variables
            where variable.parts.contains(where: { Self.words($0.written) == [accessor.name] }) {
                found += said(of: variable, in: file)
            }
        }
        return found
    }

    private func said(of decl: PropertyNode, in file: ParsedFile) -> [AccessorName] {
        var found: [AccessorName] = []
        for element in decl.attributeNodes {
            switch element.name {
            case "MainActor", "available", "TaskLocal", "nonobjc", "inlinable", "usableFromInline": break
            case "objc": found.append(name(element, in: file, "@objc shows it to Objective-C"))
            case let attribute?:
                found.append(name(element, in: file, "the attribute @\(attribute) may name it elsewhere"))
            case nil: found.append(name(element, in: file, "an attribute in a branch of #if may name it elsewhere"))
            }
        }
        if !decl.attributeList.names.contains("objc"), foreign?.certain.contains(accessor.name) == true {
            found.append(name(decl, in: file, "Objective-C can see it"))
        }
        for modifier in decl.modifierNodes {
            switch modifier.word {
            case "override": found.append(name(modifier, in: file, "it overrides an accessor of a superclass"))
            case "dynamic": found.append(name(modifier, in: file, "dynamic: code that isn't here may replace it"))
            case "public", "open":
                guard !modifier.hasDetail, index.isAPI(decl, in: file) else { continue }
                var note = name(modifier, in: file, "it is \(modifier.word): code outside of this tree may use it")
                note.isNote = true
                found.append(note)
            default: break
            }
        }
        return found
    }

    /// Static requirements of protocols.
    private func requirements() -> [AccessorName] {
        inherited.sorted().flatMap { name -> [AccessorName] in
            // What texts say has no scope.
            let declarations = index.lastNames.declarations(of: name).filter { $0.owner.kind != .extension }
            if declarations.isEmpty { return requirements(ofOutside: name) }
            return declarations.filter { $0.owner.kind == .protocol }.flatMap { file, owner in
                owner.memberDecls.filter {
                    $0.modifierList.says("static", "class") && $0.declares(accessor.name)
                }.map { self.name($0, in: file, "\(name) requires it") }
            }
        }
    }

    /// What a protocol that the tree doesn't declare requires, or may require.
    private func requirements(ofOutside protocolName: String) -> [AccessorName] {
        if let known = OutsideProtocols.requirements[protocolName], !known.contains(accessor.name) { return [] }
        let isKnown = OutsideProtocols.requirements[protocolName] != nil
        for name in names.sorted() {
            for (file, owner) in index.lastNames.declarations(of: name)
            where owner.inherited.contains(where: { Self.words($0).contains(protocolName) }) {
                if isKnown { return [self.name(owner.node, in: file, "\(protocolName) requires it")] }
                // The protocols of the system's frameworks require no instance.
                let others = file.imports.filter { index.module($0) == nil && !OutsideProtocols.modules.contains($0) }
                guard !others.isEmpty, protocolName != "Any", protocolName != "class" else { continue }
                let text =
                    "\(protocolName) isn't in the tree (\(others.sorted().joined(separator: ", "))), and may require it"
                return [self.name(owner.node, in: file, text)]
            }
        }
        return []
    }
}

/// Protocols and modules that are known without their sources.
private enum OutsideProtocols {
    /// The static properties that protocols of the standard library and of frameworks require.
    static let requirements: [String: Set<String>] = [
        "GlobalActor": ["shared", "sharedUnownedExecutor"], "CaseIterable": ["allCases"],
        "AdditiveArithmetic": ["zero"], "FixedWidthInteger": ["min", "max", "bitWidth"],
        "PreviewProvider": ["previews"],
        "EnvironmentKey": ["defaultValue"], "PreferenceKey": ["defaultValue"], "LayoutValueKey": ["defaultValue"],
        "ContainerValueKey": ["defaultValue"], "DependencyKey": ["liveValue", "testValue", "previewValue"],
        "TestDependencyKey": ["testValue", "previewValue"], "InjectionKey": ["currentValue"],
        "NSSecureCoding": ["supportsSecureCoding"], "Transferable": ["transferRepresentation"],
        "AppEntity": ["defaultQuery", "typeDisplayRepresentation"], "AppEnum": ["typeDisplayRepresentation"],
        "AppIntent": ["title", "description", "openAppWhenRun"], "ParsableCommand": ["configuration"],
        "AsyncParsableCommand": ["configuration"], "Sendable": [], "Equatable": [], "Hashable": [], "Comparable": [],
        "Codable": [], "Encodable": [], "Decodable": [], "Identifiable": [], "Error": [], "LocalizedError": [],
        "CustomStringConvertible": [], "CustomDebugStringConvertible": [], "Actor": [], "AnyObject": [],
        "NSObject": [], "NSObjectProtocol": [], "ObservableObject": [], "Observable": [], "Sequence": [],
        "Copyable": [],
    ]

    /// Modules of the toolchain and of Apple's systems.
    static let modules: Set<String> = [
        "Swift", "Foundation", "FoundationEssentials", "FoundationNetworking", "Dispatch", "Glibc", "Musl", "Darwin",
        "Synchronization", "Observation", "Testing", "XCTest", "os", "OSLog", "UIKit", "AppKit", "Cocoa", "SwiftUI",
        "Combine", "CoreData", "SwiftData", "CoreLocation", "MapKit", "AVFoundation", "AVKit", "StoreKit", "CloudKit",
        "WebKit", "Network", "Security", "CryptoKit", "UserNotifications", "WidgetKit", "AppIntents", "Intents",
        "WatchKit", "WatchConnectivity", "HealthKit", "Photos", "PhotosUI", "Contacts", "EventKit", "CoreGraphics",
        "QuartzCore", "CoreImage", "CoreMotion", "CoreBluetooth", "MessageUI", "SafariServices", "GameKit",
        "SpriteKit", "SceneKit", "ARKit", "Vision", "NaturalLanguage", "CoreML", "Metal", "MetalKit", "MediaPlayer",
        "MultipeerConnectivity", "LocalAuthentication", "AuthenticationServices", "BackgroundTasks", "CallKit",
        "ServiceManagement", "SystemConfiguration", "UniformTypeIdentifiers", "TipKit", "Charts", "ActivityKit",
        "NotificationCenter", "CoreSpotlight", "CoreServices", "CoreText", "Accelerate", "simd", "ObjectiveC",
    ]
}
