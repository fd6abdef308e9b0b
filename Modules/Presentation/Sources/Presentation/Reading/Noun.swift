public import Domain

/// What a read returns, as the sentences about it call it.
///
/// A noun and a `ReadError` select one whole sentence, known by a key such as `orders.problem.refresh.unavailable`, which
/// a translation looks up like any other. The English sentences are the patterns in `Noun.english(_:on:)`.
///
///     extension Noun {
///         static let invoices = Noun(plural: "invoices", "invoice", title: "Invoices", empty: "No invoices.")
///     }
public struct Noun: Hashable, Sendable {
    /// The first part of the keys of its messages.
    public let key: String
    /// The heading of a screen that shows it.
    public let title: Message
    /// What a list says in place of rows; `nil` for a single value.
    public let empty: Message?
    /// That as many records as the count in argument 0 can't be read; of a single value, that a part of it can't be.
    public let unreadable: Message

    private let name: Name
    private let exceptions: [ReadError: String]

    private enum Name: Hashable, Sendable {
        case plural(String)
        case singular(String)
    }

    /// Creates the noun of a list, or of a value with a plural name.
    ///
    /// - Parameters:
    ///   - things: What the list holds, in English and lower case: `orders`.
    ///   - thing: One of them: `order`.
    ///   - key: The first part of its keys; `things` by default.
    ///   - empty: What the list says in place of rows; `nil` for a value.
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
        name = .plural(things)
        self.exceptions = exceptions
    }

    /// Creates the noun of a single value, such as `profile`.
    public init(singular thing: String, title: String, exceptions: [ReadError: String] = [:]) {
        key = thing
        self.title = Message("\(thing).title", title)
        empty = nil
        unreadable = .contentPartlyUnreadable
        name = .singular(thing)
        self.exceptions = exceptions
    }

    /// Every message that is the noun's own.
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
    /// Says why `noun` can't be shown or refreshed; `nil` if the read was cancelled, which is not a problem.
    public init?(_ error: ReadError, reading noun: Noun, on screen: Screen = .blank) {
        guard let (cause, word) = error.meaning, let english = noun.english(error, on: screen) else { return nil }
        let refresh = screen == .filled ? "refresh." : ""
        self.init(Message("\(noun.key).problem.\(refresh)\(word)", english), cause: cause)
    }
}

extension ReadError {
    /// The kind of problem, and the last part of the keys of its messages; `nil` for what is no problem.
    fileprivate var meaning: (Problem.Cause, word: String)? {
        switch self {
        case .unknownUser: (.unknownUser, "unknown-user")
        case .unauthorised: (.unauthorised, "sign-in")
        case .unavailable: (.unavailable, "unavailable")
        case .busy: (.unavailable, "busy")
        case .malformed: (.malformed, "malformed")
        case .cancelled: nil
        }
    }
}

extension Noun {
    fileprivate func english(_ error: ReadError, on screen: Problem.Screen) -> String? {
        if screen == .blank, let exception = exceptions[error] { return exception }
        return switch name {
        case .plural(let things): Self.english(plural: things, error, on: screen)
        case .singular(let thing): Self.english(singular: thing, error, on: screen)
        }
    }

    private static func english(plural things: String, _ error: ReadError, on screen: Problem.Screen) -> String? {
        switch (error, screen) {
        case (.unknownUser, .blank):
            "The store does not know this user, so there are no \(things) to show. Check the spelling of the name."
        case (.unauthorised, .blank):
            "You are not signed in, so the \(things) can't be shown. Sign in to see them."
        case (.unavailable, .blank):
            "The store can't be reached and no \(things) were kept here. Check the connection, then try again."
        case (.busy, .blank):
            "The store has too much to do and no \(things) were kept here. Try again in a moment."
        case (.malformed, .blank):
            "The store sent \(things) that can't be read, so none are shown. Try again in a few minutes."
        case (.unknownUser, .filled):
            "The store no longer knows this user. The \(things) shown are older."
        case (.unauthorised, .filled):
            "You are no longer signed in. The \(things) shown are older; sign in to refresh them."
        case (.unavailable, .filled):
            "The store can't be reached. The \(things) shown are older; check the connection, then try again."
        case (.busy, .filled):
            "The store has too much to do. The \(things) shown are older; try again in a moment."
        case (.malformed, .filled):
            "The store sent \(things) that can't be read. The \(things) shown are older; try again in a few minutes."
        case (.cancelled, _): nil
        }
    }

    private static func english(singular thing: String, _ error: ReadError, on screen: Problem.Screen) -> String? {
        switch (error, screen) {
        case (.unknownUser, .blank):
            "The store does not know this user, so there is no \(thing) to show. Check the spelling of the name."
        case (.unauthorised, .blank):
            "You are not signed in, so the \(thing) can't be shown. Sign in to see it."
        case (.unavailable, .blank):
            "The store can't be reached and no \(thing) was kept here. Check the connection, then try again."
        case (.busy, .blank):
            "The store has too much to do and no \(thing) was kept here. Try again in a moment."
        case (.malformed, .blank):
            "The store sent a \(thing) that can't be read, so none is shown. Try again in a few minutes."
        case (.unknownUser, .filled):
            "The store no longer knows this user. The \(thing) shown is older."
        case (.unauthorised, .filled):
            "You are no longer signed in. The \(thing) shown is older; sign in to refresh it."
        case (.unavailable, .filled):
            "The store can't be reached. The \(thing) shown is older; check the connection, then try again."
        case (.busy, .filled):
            "The store has too much to do. The \(thing) shown is older; try again in a moment."
        case (.malformed, .filled):
            "The store sent a \(thing) that can't be read. The \(thing) shown is older; try again in a few minutes."
        case (.cancelled, _): nil
        }
    }
}
