import SeamKit
import SwiftSyntax

extension Gatherer {
    /// Returns the name that most properties in these files have that hold the instance.
    func usualNames(_ paths: [String]) -> [String: String] {
        var result: [String: String] = [:]
        for accessor in singleton.accessors {
            guard case .success(let service) = service(accessor) else { continue }
            var counts: [String: Int] = [:]
            let access = "\(singleton.name).\(accessor.name)" + (accessor.isFunction ? "()" : "")
            for path in paths {
                guard let file = index.file(path), !file.hasError else { continue }
                for property in file.owners.lazy.flatMap(\.properties)
                where !property.isStatic
                    && (property.isHolder(access: access) || property.isGathered(access: access, service: service))
                {
                    counts[property.name, default: 0] += 1
                }
            }
            // A single property doesn't make a name usual.
            result[accessor.name] = counts.filter { $0.value > 1 }.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
        }
        return result
    }

    /// Returns whether the name of a service's type may mean another type in a file: one of its module, or one that it imports.
    func hasTwin(_ service: Service, in file: ParsedFile) -> Bool {
        guard let type = index.type(of: service) else { return false }
        let modules = index.modules(compiling: file.path)
        let module = index.module(ofFile: type.file.path)
        guard !modules.contains(module) else { return false }
        return index.declarations(of: service.typeName).contains { other, owner in
            let home = index.module(ofFile: other.path)
            guard home != module, owner.kind != .extension, owner.name == service.typeName else { return false }
            if ["private", "fileprivate"].contains(where: owner.hasModifier) { return other.path == file.path }
            return modules.contains(home)
                || file.imports.contains(home) && ["public", "open", "package"].contains(where: owner.hasModifier)
        }
    }
}
