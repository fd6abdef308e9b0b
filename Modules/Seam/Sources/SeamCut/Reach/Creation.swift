/// What happens when an accessor makes its instance.
///
/// A caller may read the accessor when it is made itself only if nobody can see that the instance is made then, and not at the first
/// use. Where that isn't known, the observation says so: `nil` is always a promise.
struct Creation: Sendable, Hashable {
    /// Why somebody can see when the instance is made; nil if nobody can.
    var observation: Observation?
    /// The names of the types whose instances may be made on the way, with the types around them.
    var types: Set<String> = []
    /// The names of the types whose values are read on the way: what properties and functions return, and what is cast to.
    var needed: Set<String> = []
    /// What tests, or a launch, run before they replace the instance; nil if nothing replaces it.
    var replaced: SaidCode?
    /// The variable that has the instance, with its type: `Services.current`; nil if that is the accessor.
    var variable: String?

    /// Nobody can see it, and nothing else is made.
    static let quiet = Creation()

    /// Whether anything may replace the instance.
    var isReplaced: Bool { observation?.effect.isReplacement == true || replaced != nil }

    /// Returns why a caller can't read the accessor when it is made itself; nil if it can.
    ///
    /// - Parameter caller: the name of the caller's type, with the types around it.
    func observation(for caller: String) -> Observation? {
        if let observation { return observation }
        return types.contains(caller) ? Observation(effect: .cycle, code: caller) : nil
    }
}
