/// What is said of a singleton that a map doesn't have.
package enum UnknownSingleton {
    /// The message, with the name that was probably meant.
    package static func message(for name: String, in map: CodeMap) -> String {
        let known = map.singletons.flatMap { singleton in
            [singleton.name, singleton.id]
                + (singleton.shape == .global || singleton.shape == .world ? singleton.accessors.map(\.name) : [])
        }
        let suggestion = Suggestion.text(for: name, among: known)
        return "no singleton \(name) was found" + (suggestion.isEmpty ? "; `seam map` lists them all" : suggestion)
    }
}
