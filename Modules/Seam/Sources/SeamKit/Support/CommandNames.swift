/// The commands of a program, for a suggestion when one is mistyped. Options are the argument parser's own business.
public struct CommandNames: Sendable {
    /// The name on the command line.
    public var name: String
    /// Its subcommands.
    public var subcommands: [CommandNames]

    /// Creates a command.
    public init(_ name: String, subcommands: [CommandNames] = []) {
        self.name = name
        self.subcommands = subcommands
    }

    /// Returns the command that was probably meant, with the commands before it: `seam baseline update`.
    ///
    /// - Parameter arguments: the command line, without the program.
    /// - Returns: nil if every command is known, or nothing is near.
    public func suggestion(for arguments: [String]) -> String? {
        var path = [name]
        var command = self
        for word in arguments where !word.hasPrefix("-") {
            guard !command.subcommands.isEmpty else { return nil }
            if let known = command.subcommands.first(where: { $0.name == word }) {
                path.append(word)
                command = known
            } else {
                let names = command.subcommands.map(\.name)
                return Suggestion.nearest(to: word, among: names).map { (path + [$0]).joined(separator: " ") }
            }
        }
        return nil
    }
}
