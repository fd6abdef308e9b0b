public import Domain

extension ScreenID {
    /// The sign-in screen. Its parameter `then` is the link of the screen that the person wanted.
    public static var signIn: ScreenID { ScreenID("sign-in") }
}

extension Feature.Screen {
    /// The sign-in screen.
    public static var signIn: Feature.Screen {
        Feature.Screen(.signIn, Feature.Parameters(optional: [Link.then]) { _, text in Link.wanted(text) != nil })
    }
}

extension Link {
    /// Returns the link for a recovery from a problem of this link, or `nil` if the recovery stays on the same screen.
    ///
    /// After signing in, a person gets to the screen that they wanted. A command is not carried out: the person has to request
    /// it again.
    public func next(after recovery: Recovery) -> Link? {
        guard recovery == .signIn, target != .screen(.signIn) else { return nil }
        guard case .screen = target, let then = try? LinkParameters([Self.then: description]) else {
            return Link(.screen(.signIn))
        }
        return Link(.screen(.signIn), parameters: then)
    }

    /// The screen that follows the sign-in screen; `nil` if there is none, and for any other link.
    public var afterSignIn: Link? {
        guard target == .screen(.signIn) else { return nil }
        return parameters[Self.then].flatMap(Self.wanted)
    }

    /// The name of the parameter of the sign-in screen's links.
    fileprivate static var then: String { "then" }

    /// Returns the link if it is a link to a screen other than the sign-in screen.
    fileprivate static func wanted(_ text: String) -> Link? {
        guard let link = try? LinkGrammar.account.parse(text), case .screen(let screen) = link.target,
            screen != .signIn
        else { return nil }
        return link
    }
}
