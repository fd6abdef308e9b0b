/// The form in which a caller has an instance, in the order of preference: the first that is right wins.
public enum CallerForm: String, Sendable, CaseIterable {
    /// A property or a parameter that was there before.
    case existing
    /// `init(account: Account = .shared)`, or a variable with this value where the compiler makes the initializer.
    case argument
    /// `init(account: Account? = nil)`, resolved in the body.
    case optional
    /// `var account: Account = .shared` in a class whose initializers can't take it.
    case variable
    /// `lazy var account: Account = .shared` in such a class, so that it is read as late as before.
    case lazy
    /// A stored optional, and a computed property that falls back to the accessor, so that it is read as late as before.
    case late

    /// Whether the accessor is read when the caller is made.
    var isEarly: Bool { isStored && self != .lazy }
    /// Whether one property has the instance, and is what the caller reads.
    var isStored: Bool { self != .late }

    /// What a plan says of callers in this form.
    var text: String {
        switch self {
        case .existing: "through what is there already"
        case .argument: "with a default argument"
        case .optional: "with an optional that the initializer resolves"
        case .variable: "with a variable"
        case .lazy: "with a lazy variable"
        case .late: "with a late read"
        }
    }
}
