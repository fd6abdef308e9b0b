import ArgumentParser
import Domain
import Foundation
import Presentation

/// The options that every screen has.
struct AccountOptions: ParsableArguments {
    /// The heading of these options in help.
    static let title = "Common options"

    /// The implementations that run.
    enum Modules: String, CaseIterable, ExpressibleByArgument {
        case real
        case mock
    }

    /// The format of the output: for a person or for a program.
    enum Format: String, CaseIterable, ExpressibleByArgument {
        case text
        case json
    }

    @Option(help: "Which implementations to inject: the adapted legacy service, or mocks without any network.")
    var modules = Modules.real

    @Option(help: ArgumentHelp("Fail unless this user is signed in; with mocks, whom to show.", valueName: "id"))
    var user: String?

    @Option(help: ArgumentHelp("A store to ask instead of the one inside this process.", valueName: "url"))
    var server: String?

    @Flag(help: "Ask no store; show stored data.")
    var offline = false

    @Option(help: "Who reads the output.")
    var format = Format.text

    @Option(
        help: ArgumentHelp(
            "Folder of the session and of stored responses (default: \(StateFolder.standard.path)).",
            valueName: "dir"
        )
    )
    var state: String?

    @Option(
        help: ArgumentHelp(
            "The locale of dates, amounts and countries, such as de_DE (default: LC_ALL, LC_TIME or LANG).",
            valueName: "id"
        )
    )
    var locale: String?

    @Option(help: ArgumentHelp("The time zone of dates, such as Asia/Tokyo.", valueName: "id"))
    var timeZone: String?

    @Option(help: ArgumentHelp("How long to wait for the store over all, in seconds (3 to 600).", valueName: "seconds"))
    var timeout = 10

    mutating func validate() throws {
        if let user, !Self.userLengths.contains(user.utf8.count) {
            throw ValidationError(
                "--user takes an identifier of 1 to \(Self.userLengths.upperBound) bytes, such as ada."
            )
        }
        if modules == .mock, server != nil {
            throw ValidationError("--server needs --modules real: mocks ask no store.")
        }
        if modules == .real, server != nil, serverURL == nil {
            throw ValidationError(
                "--server takes an http or https URL with a host, without login, query or fragment, such as "
                    + "http://127.0.0.1:8080."
            )
        }
        if let locale, !Self.isKnownLocale(locale) {
            throw ValidationError("--locale \(locale) is not known; it takes an identifier such as en_GB or ja_JP.")
        }
        if let timeZone, TimeZone(identifier: timeZone) == nil {
            throw ValidationError("--time-zone \(timeZone) is not known; it takes an identifier such as Europe/Berlin.")
        }
        if state?.isEmpty == true { throw ValidationError("--state takes a folder.") }
        guard (3...600).contains(timeout) else { throw ValidationError("--timeout takes 3 to 600 seconds.") }
    }

    /// `--server` as a URL; `nil` if it is missing, or isn't a store's address.
    var serverURL: URL? {
        guard let server, var parts = URLComponents(string: server), let scheme = parts.scheme?.lowercased(),
            ["http", "https"].contains(scheme), parts.host?.isEmpty == false, parts.user == nil, parts.password == nil,
            parts.query == nil, parts.fragment == nil, Self.isPort(parts), Self.isBasePath(parts.path)
        else { return nil }
        // Some clients know schemes in lower case only.
        parts.scheme = scheme
        return parts.url
    }

    /// Whether the port is missing, or one that exists. `URLComponents` drops numbers that it can't hold.
    private static func isPort(_ parts: URLComponents) -> Bool {
        parts.rangeOfPort?.isEmpty != false || parts.port.map((1...65_535).contains) == true
    }

    /// Whether all clients agree on a base path: it has no empty steps, no steps that are relative, and nothing that isn't shown.
    private static func isBasePath(_ path: String) -> Bool {
        let steps = path.split(separator: "/", omittingEmptySubsequences: false)
        return steps.enumerated().allSatisfy { index, step in
            step.isEmpty
                ? index == 0 || index == steps.count - 1
                : step != "." && step != ".."
                    && step.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
        }
    }

    var stateFolder: StateFolder { StateFolder(state) }

    var formats: Formats {
        Formats(
            locale: locale.map(Locale.init(identifier:)) ?? Self.locale(of: ProcessInfo.processInfo.environment),
            timeZone: timeZone.flatMap(TimeZone.init(identifier:)) ?? .current,
            wording: .english
        )
    }

    /// Returns whether the arguments ask for JSON, even if they can't be parsed otherwise.
    static func wantsJSON(_ arguments: [String]) -> Bool {
        arguments.contains("--format=json")
            || zip(arguments, arguments.dropFirst()).contains { $0 == "--format" && $1 == "json" }
    }

    /// The possible lengths of a user's identifier in bytes. A longer one would not fit into a request.
    private static let userLengths = 1...254

    /// Returns the locale of dates that an environment names. On Linux, Foundation doesn't look there.
    static func locale(of environment: [String: String]) -> Locale {
        #if os(Linux)
            let set = ["LC_ALL", "LC_TIME", "LANG"].compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
            let identifier = String(set.prefix { !".@".contains($0) })
            if isKnownLocale(identifier) { return Locale(identifier: identifier) }
        #endif
        return .current
    }

    private static func isKnownLocale(_ identifier: String) -> Bool {
        // What follows an @ are details that ICU reads, such as calendar=buddhist; before it are only subtags.
        let parts = identifier.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
        let isTag = zip(parts, ["_-", "_-=;"]).allSatisfy { part, signs in
            part.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || signs.contains($0)) }
        }
        let details = parts.dropFirst().first?.split(separator: ";", omittingEmptySubsequences: false) ?? []
        guard details.allSatisfy({ $0.contains("=") }) else { return false }
        guard isTag, let language = Locale(identifier: identifier).language.languageCode else { return false }
        return language.isISOLanguage
    }
}
