public import Domain

/// The name of what a read returns, for sentences about it.
///
/// A noun and a `ReadError` select one complete sentence with a key such as `orders.problem.refresh.unavailable`, which a
/// translation looks up like any other. The English sentences are the patterns in `Noun.english(_:on:)`.
///
///     extension Noun {
///         static let invoices = Noun(plural: "invoices", "invoice", title: "Invoices", empty: "No invoices.")
///     }
public struct Noun: Hashable, Sendable {
    /// The first part of the keys of its messages.
    public let key: String
    /// The heading of a screen with this content.
    public let title: Message
    /// The text in place of a list's rows; `nil` for a single value.
    public let empty: Message?
    /// The message that a number of records, the count in argument 0, can't be read; for a single value, that a part of it
    /// can't be read.
    public let unreadable: Message

    private let name: String
    private let isPlural: Bool
    private let exceptions: [ReadError: String]

    /// Creates the noun of a list, or of a value with a plural name.
    ///
    /// - Parameters:
    ///   - things: The contents of the list, in English and lower case: `orders`.
    ///   - thing: One of them: `order`.
    ///   - key: The first part of its keys; `things` by default.
    ///   - title: The title of the screen, in English.
    ///   - empty: The text in place of a list's rows; `nil` for a value.
    ///   - exceptions: English sentences that replace the patterns when nothing is on screen.
    public init(
        plural things: String,
        _ thing: String,
        key: String? = nil,
        title: String,
        empty: String? = nil,
        exceptions: [ReadError: String] = [:]
    ) {
        let key = key ?? things
        self.key = key
        self.title = Message("\(key).title", title)
        self.empty = empty.map { Message("\(key).empty", $0) }
        unreadable =
            empty == nil
            ? .contentPartlyUnreadable
            : Message(
                "\(key).unreadable",
                "{0} \(things) could not be read and are not shown.",
                one: "{0} \(thing) could not be read and is not shown."
            )
        name = things
        isPlural = true
        self.exceptions = exceptions
    }

    /// Creates the noun of a single value, such as `profile`.
    public init(singular thing: String, title: String, exceptions: [ReadError: String] = [:]) {
        key = thing
        self.title = Message("\(thing).title", title)
        empty = nil
        unreadable = .contentPartlyUnreadable
        name = thing
        isPlural = false
        self.exceptions = exceptions
    }

    /// The messages that belong to this noun.
    public var messages: [Message] {
        let ofLists = empty.map { [$0, unreadable] } ?? []
        let problems = Problem.Screen.allCases.flatMap { screen in
            ReadError.allCases.compactMap { Problem($0, reading: self, on: screen)?.message }
        }
        return [title] + ofLists + problems
    }
}

// MARK: - Failures

extension Problem {
    /// Creates the problem that `noun` can't be shown or refreshed. Returns `nil` if the read was cancelled, which is not a
    /// problem.
    public init?(_ error: ReadError, reading noun: Noun, on screen: Screen = .blank) {
        guard let (cause, word) = error.meaning, let english = noun.english(error, on: screen) else { return nil }
        let refresh = screen == .filled ? "refresh." : ""
        self.init(Message("\(noun.key).problem.\(refresh)\(word)", english), cause: cause)
    }
}

extension ReadError {
    /// The kind of problem, and the last part of the keys of its messages; `nil` for an error that is not a problem.
    fileprivate var meaning: (Problem.Cause, word: String)? {
        switch self {
        case .unknownUser: (.unknownUser, "unknown-user")
        case .unauthorised: (.unauthorised, "sign-in")
        case .unavailable: (.unavailable, "unavailable")
        case .busy: (.unavailable, "busy")
        case .malformed: (.malformed, "malformed")
        case .notStored: (.device, "not-stored")
        case .cancelled: nil
        }
    }
}

extension Noun {
    fileprivate func english(_ error: ReadError, on screen: Problem.Screen) -> String? {
        if screen == .blank, let exception = exceptions[error] { return exception }
        let (are, them) = isPlural ? ("are", "them") : ("is", "it")
        let sent = isPlural ? name : "a \(name)"
        return switch (error, screen) {
        case (.unknownUser, .blank):
            "The store does not know this user, so there \(are) no \(name) to show. Check the spelling of the name."
        case (.unauthorised, .blank):
            "You are not signed in, so the \(name) can't be shown. Sign in to see \(them)."
        case (.unavailable, .blank):
            "The store can't be reached and no \(name) \(are) stored here. Check the connection, then try again."
        case (.busy, .blank):
            "The store has too much to do and no \(name) \(are) stored here. Try again in a moment."
        case (.malformed, .blank):
            "The store sent \(sent) that can't be read, so none \(are) shown. Try again in a few minutes."
        case (.unknownUser, .filled):
            "The store no longer knows this user. The \(name) shown \(are) older."
        case (.unauthorised, .filled):
            "You are no longer signed in. The \(name) shown \(are) older; sign in to refresh \(them)."
        case (.unavailable, .filled):
            "The store can't be reached. The \(name) shown \(are) older; check the connection, then try again."
        case (.busy, .filled):
            "The store has too much to do. The \(name) shown \(are) older; try again in a moment."
        case (.malformed, .filled):
            "The store sent \(sent) that can't be read. The \(name) shown \(are) older; try again in a few minutes."
        case (.notStored, .blank):
            "What this device stores can't be read or written, so no \(name) \(are) shown. Make room or check permissions, then try again."
        case (.notStored, .filled):
            "What this device stores can't be read or written. The \(name) shown \(are) older; make room or check permissions, then try again."
        case (.cancelled, _): nil
        }
    }
}
