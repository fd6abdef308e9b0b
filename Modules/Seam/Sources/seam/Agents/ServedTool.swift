import SeamKit
import SeamProgress

/// A tool that `seam mcp` serves: a command of `seam`, with the options that a client may choose.
struct ServedTool {
    /// Why arguments are refused.
    struct Refusal: Error {
        var reason: String
    }

    /// An option of a tool.
    struct Parameter {
        var name: String
        var about: String
        /// The option of the command; nil for an argument without one.
        var option: String?
        var isNumber = false
        var isRequired = false
        /// The words that it can be; empty for any.
        var choices: [String] = []
    }

    var name: String
    var about: String
    /// The command and what it always gets.
    var command: [String]
    var parameters: [Parameter]
    /// The folder that the server was started for; nil for a command that needs none.
    var folder: String?
    /// Chooses the command by the parameter `stage`.
    var stages: [String: [String]] = [:]
    var isWriting = false

    /// What a client reads about it.
    var description: JSONValue {
        var properties: [String: JSONValue] = [:]
        for parameter in parameters {
            var property: [String: JSONValue] = [
                "type": parameter.isNumber ? "integer" : "string", "description": .text(parameter.about),
            ]
            if !parameter.choices.isEmpty { property["enum"] = .list(parameter.choices.map(JSONValue.text)) }
            properties[parameter.name] = .object(property)
        }
        let required = parameters.filter(\.isRequired).map { JSONValue.text($0.name) }
        return [
            "name": .text(name), "description": .text(about),
            "inputSchema": [
                "type": "object", "properties": .object(properties), "required": .list(required),
                "additionalProperties": false,
            ],
            "annotations": ["readOnlyHint": .bool(!isWriting), "openWorldHint": false],
        ]
    }

    /// The longest text that a program gets as an argument here: longer than any path.
    private static let longest = 10_000

    /// Returns the arguments of `seam` for a call.
    func arguments(from values: JSONValue) throws(Refusal) -> [String] {
        guard case .object(let given) = values else { throw Refusal(reason: "arguments are an object") }
        for name in given.keys.sorted() where !parameters.contains(where: { $0.name == name }) {
            let known = parameters.map(\.name).joined(separator: ", ")
            throw Refusal(reason: "\(self.name) has no argument \(name)\(known.isEmpty ? "" : "; it has \(known)")")
        }
        var options: [String] = []
        var plain: [String] = []
        var command = command
        for parameter in parameters {
            guard let value = given[parameter.name], value != .null else {
                if parameter.isRequired { throw Refusal(reason: "\(name) needs \(parameter.name): \(parameter.about)") }
                continue
            }
            guard let text = parameter.isNumber ? value.number.map(String.init) : value.text else {
                throw Refusal(reason: "\(parameter.name) is \(parameter.isNumber ? "a whole number" : "text")")
            }
            guard text.utf8.count <= Self.longest, !text.contains("\0") else {
                throw Refusal(reason: "\(parameter.name) is longer than \(Self.longest) bytes, or has a zero byte")
            }
            guard parameter.choices.isEmpty || parameter.choices.contains(text) else {
                throw Refusal(reason: "\(parameter.name) is \(parameter.choices.joined(separator: ", ")), not \(text)")
            }
            if let stage = stages[text], parameter.name == "stage" {
                command = stage
            } else if let option = parameter.option {
                // In one word, so that no value is taken for an option.
                options.append("\(option)=\(text)")
            } else {
                plain.append(text)
            }
        }
        return command + options + ["--"] + plain + (folder.map { [$0] } ?? [])
    }

    // MARK: The tools

    /// Returns the tools for a folder.
    ///
    /// - Parameter writes: whether there is one that changes the sources.
    static func all(for folder: String, writes: Bool) -> [ServedTool] {
        let limit = Parameter(name: "limit", about: "Entries of each list at most.", option: "--limit", isNumber: true)
        let parts = HistoryText.parts.joined(separator: ", ")
        var tools = [
            ServedTool(
                name: "map",
                about: "Lists singletons, their uses, and where to start.",
                command: ["map", "--no-frameworks"],
                parameters: [
                    Parameter(name: "type", about: "Only this singleton, with every use.", option: "--type"), limit,
                ],
                folder: folder
            ),
            ServedTool(
                name: "explain",
                about: "Says which uses a line has, and whether and how they can be moved.",
                command: ["explain"],
                parameters: [
                    Parameter(name: "place", about: "A place such as Sources/App/Cart.swift:12.", isRequired: true)
                ],
                folder: folder
            ),
            ServedTool(
                name: "next",
                about: "Says which step is best now, as a command, and what it changes.",
                command: ["next"],
                parameters: [],
                folder: folder
            ),
            change("plan", about: "Shows a change as a diff. Writes nothing.", folder: folder, writes: false),
            ServedTool(
                name: "check",
                about: "Holds the rules of seam.yml against the sources.",
                command: ["check"],
                parameters: [],
                folder: folder
            ),
            ServedTool(
                name: "progress",
                about: "Shows the uses over the git history: what remains, what came and went.",
                command: ["progress"],
                parameters: [
                    Parameter(name: "since", about: "A commit, branch, tag or day (2026-01-31).", option: "--since"),
                    Parameter(name: "singleton", about: "Only this singleton.", option: "--singleton"),
                    format,
                    Parameter(
                        name: "only",
                        about: "Only these parts of the text, with commas: \(parts).",
                        option: "--only"
                    ), limit,
                ],
                folder: folder
            ),
        ]
        if writes {
            tools.append(change("apply", about: "Makes a change that plan has shown.", folder: folder, writes: true))
        }
        return tools
    }

    private static let format = Parameter(
        name: "format",
        about: "text, or markdown for a pull request.",
        option: "--format",
        choices: ["text", "markdown"]
    )

    private static func change(_ name: String, about: String, folder: String, writes: Bool) -> ServedTool {
        let end = writes ? ["--write"] : []
        return ServedTool(
            name: name,
            about: about,
            command: ["cut"] + end,
            parameters: [
                Parameter(name: "singleton", about: "The singleton.", isRequired: true),
                Parameter(
                    name: "stage",
                    about: "gather, inject (the default), thread or retire.",
                    choices: ["gather", "inject", "thread", "retire"]
                ),
            ],
            folder: folder,
            stages: [
                "gather": ["cut", "--gather"] + end, "inject": ["cut"] + end, "thread": ["cut", "--thread"] + end,
                "retire": ["retire"] + end,
            ],
            isWriting: writes
        )
    }
}
