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
}
