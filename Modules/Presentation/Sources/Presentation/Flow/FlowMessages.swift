extension Message {
    /// There is no grammar for the scheme of the link.
    public static let linkOfUnknownScheme = Message(
        "link.problem.unknown-scheme",
        "This app does not know links of this kind, so nothing was done. Check how the link begins."
    )
    /// The link doesn't follow its grammar.
    public static let linkMalformed = Message(
        "link.problem.malformed",
        "The link can't be read, so nothing was done. Check how it is written."
    )
    /// A parameter of the link occurs twice.
    public static let linkRepeatsParameter = Message(
        "link.problem.repeated-parameter",
        "The link says the same thing more than once, so nothing was done. Take out what is repeated."
    )
    /// The link, or something in it, is too long.
    public static let linkTooLong = Message(
        "link.problem.too-long",
        "The link, or something in it, is too long, so nothing was done. Shorten it."
    )
    /// No feature has the screen in argument 0.
    public static let flowUnknownScreen = Message(
        "flow.problem.unknown-screen",
        "This app has no screen called {0}, so nothing was opened. Check how the link is written."
    )
    /// There is no feature with the name in argument 0.
    public static let flowUnknownFeature = Message(
        "flow.problem.unknown-feature",
        "This app has no feature called {0}, so nothing was done. Check how the link is written."
    )
    /// The feature in argument 0 has no command with the name in argument 1.
    public static let flowUnknownCommand = Message(
        "flow.problem.unknown-command",
        "The feature {0} has no command called {1}, so nothing was done. Check how the link is written."
    )
    /// The link lacks the parameter in argument 0.
    public static let flowMissingParameter = Message(
        "flow.problem.missing-parameter",
        "The link does not say what {0} is, so nothing was done. Add it."
    )
    /// The link has the parameter in argument 0, which its target does not accept.
    public static let flowUnknownParameter = Message(
        "flow.problem.unknown-parameter",
        "The link says what {0} is, which has no meaning here, so nothing was done. Take it out."
    )
    /// The parameter in argument 0 has an impossible value.
    public static let flowUnclearParameter = Message(
        "flow.problem.unclear-parameter",
        "The link gives {0} a value that it can't have, so nothing was done. Check how the link is written."
    )
    /// A command did not end in time.
    public static let flowTimeout = Message(
        "flow.problem.time-out",
        "It took too long and was given up. It may have been done all the same: look before you try again."
    )

    static let flow = [
        linkOfUnknownScheme, linkMalformed, linkRepeatsParameter, linkTooLong, flowUnknownScreen, flowUnknownFeature,
        flowUnknownCommand, flowMissingParameter, flowUnknownParameter, flowUnclearParameter, flowTimeout,
    ]
}
