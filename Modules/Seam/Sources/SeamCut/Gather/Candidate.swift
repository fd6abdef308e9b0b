import SeamKit
import SwiftSyntax

extension Gatherer {
    /// A use that can be rewritten.
    struct Candidate {
        var row: Int
        var site: Site
        var service: Service
        /// How the use reads the property; nil for the use in the caller's property itself.
        var reading: Reading?
        /// The caller: a type in a file, and the accessor it uses.
        var group: Group
        /// How a use that reads a static property gets an instance that was passed; nil if it can't.
        var holding: Holding?

        /// Why the use reads a static property; nil if it reads an instance's.
        var staticReason: Reason? {
            if case .throughType(let reason) = reading { return reason }
            guard group.isStatic else { return nil }
            switch site.member {
            case .defaultArgument: return .defaultArgument
            case .value: return .propertyInitializer
            default: return site.owner?.kind == .file ? .noCaller : .staticMember
            }
        }
    }

    struct Group: Hashable {
        var owner: String
        /// A number that distinguishes types in functions.
        var place: Int
        var accessor: String
        /// Whether the uses read a static property.
        var isStatic = false
    }

    /// The uses of one accessor in a caller.
    struct Members {
        var first: Candidate
        var members: [Candidate]
    }

    /// Returns candidates by their caller, in the order in which the callers first occur.
    static func groups(_ candidates: [Candidate]) -> [Members] {
        var places: [Group: Int] = [:]
        var groups: [Members] = []
        for candidate in candidates {
            if let place = places[candidate.group] {
                groups[place].members.append(candidate)
            } else {
                places[candidate.group] = groups.count
                groups.append(Members(first: candidate, members: [candidate]))
            }
        }
        return groups
    }
}
