import SeamKit

/// How a use inside closures reads a property without capturing anything new, and without reading it earlier.
enum Reading {
    /// The use reads the property by its name.
    case plain
    /// Through `self`, which the closure already captures.
    case throughSelf
    /// Through the name that a weak `self` got in the closure.
    case throughStrong(String)
    /// Through the type, as a static property.
    case throughType
    /// By its name, which is in the capture list of this closure.
    case captured(ClosureNode)

    /// The closure that captures it; nil if none does.
    var closure: ClosureNode? { if case .captured(let closure) = self { closure } else { nil } }

    /// Whether it is the name alone, which something around the use may hide.
    var isNameAlone: Bool {
        switch self {
        case .plain, .captured: true
        case .throughSelf, .throughStrong, .throughType: false
        }
    }

    /// What the object with the property is called; nil where nothing holds it.
    var nameOfSelf: String? {
        switch self {
        case .plain, .throughSelf: "self"
        case .throughStrong(let name): name
        case .captured, .throughType: nil
        }
    }

    /// Returns the expression for the property.
    ///
    /// - Parameter type: what a static property is read through.
    func expression(for property: String, of type: String = "self") -> String {
        switch self {
        case .plain, .captured: property
        case .throughSelf: "self.\(property)"
        case .throughStrong(let name): "\(name).\(property)"
        case .throughType: "\(type).\(property)"
        }
    }
}
