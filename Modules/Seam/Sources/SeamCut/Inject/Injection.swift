import SeamKit

/// What a caller stores for an instance that is passed to it, and how it gets it.
///
/// Reasons: docs/adr/injected-instances.md.
struct Injection {
    /// The name of the stored property for the passed instance.
    var stored: String
    var form = CallerForm.late
    /// Why an earlier form isn't right; nil if there is none.
    var because: FormReason?
    /// The line by which the instance is certainly made before the caller; nil if nobody sees when it is made.
    var made: String?
    /// The accessor, where its type is expected; what initializers store that take no instance. Nil for a late read.
    var value: String?
    /// The lines that declare the stored property.
    var declaration: [String] = []
    /// The parameter of initializers; nil if they take none.
    var parameter: String?
    /// The name of the parameter in initializers; nil if it is that of the stored property.
    var parameterName: String?
    /// The initializers that get the parameter. A type without an initializer gets one.
    var takers: Set<InitializerNode> = []
    /// The names of parameters that initializers have for the instance already.
    var own: [InitializerNode: String] = [:]
    /// The initializers that store an instance, passed or not.
    var setters: Set<InitializerNode> = []
    /// The properties whose initial values move into the initializers.
    var moved: [InitialValue] = []
    /// Other edits of the caller.
    var edits: [TextEdit] = []
    /// The wrapper of what is stored; nil if it has none.
    var wrapper: String?
    /// Whether only code on the caller's own actor can read what is stored.
    var isBound = false
    /// Whether what is stored is of the style's own, and not an instance.
    var isCarried = false
    /// Whether initializers store the instance, and don't only read it.
    var isKept = true
    /// Whether only initializers that call another one take the instance, and set the variable behind that call.
    var isSetBehind = false

    /// Whether what takes the instance reads the accessor where nothing is passed, and gets no optional.
    var isTakenPlainly: Bool { form == .argument || form == .variable }

    /// What is read, and by what name, without what is declared elsewhere.
    var elsewhere: Injection {
        var result = self
        (result.declaration, result.edits) = ([], [])
        return result
    }

    /// The same for initializers that only read the instance.
    var passed: Injection {
        var result = self
        (result.declaration, result.isKept) = ([], false)
        return result
    }

    /// Returns the statements of an initializer that store the instance.
    ///
    /// - Parameters:
    ///   - isTaken: whether the initializer gets the parameter.
    ///   - isRead: whether its body reads the instance by its name.
    ///   - own: the name of a parameter that it has for the instance already; nil if it has none.
    func assignment(isTaken: Bool, isRead: Bool, own: String? = nil) -> [String] {
        if let own { return isKept ? ["self.\(stored) = \(own)"] : [] }
        if isSetBehind { return isTaken ? ["self.\(stored) = \(parameterName ?? stored)"] : [] }
        guard isKept else {
            return isTaken && form == .optional ? ["let \(stored) = \(stored) ?? \(value ?? fullValue)"] : []
        }
        guard let value else { return ["self.\(stored) = \(isTaken ? parameterName ?? stored : "nil")"] }
        let own = !isTaken ? value : form == .optional ? "\(stored) ?? \(value)" : stored
        if wrapper == "StateObject" { return ["_\(stored) = StateObject(wrappedValue: \(own))"] }
        guard isRead, !isTaken || form == .optional else { return ["self.\(stored) = \(own)"] }
        let full = isTaken ? own : fullValue
        return ["let \(stored) = \(full)", "self.\(stored) = \(stored)"]
    }

    /// The accessor with its type.
    var fullValue = ""
}

/// Why a caller has an instance in no earlier form.
public struct FormReason: Sendable, Hashable {
    /// The reason.
    public var reason: Reason
    /// What a plan says of this caller.
    public var text: String
}
