public import Domain

extension ScreenID {
    /// Where a person signs in; the parameter `then` is the link of the screen that they wanted.
    public static var signIn: ScreenID { ScreenID("sign-in") }
}

extension Feature.Screen {
    /// Where a person signs in.
    public static var signIn: Feature.Screen {
        Feature.Screen(.signIn, Feature.Parameters(optional: [Link.then]) { _, text in Link.wanted(text) != nil })
    }
}

extension Link {
    /// Where a recovery from a problem of this link leads; `nil` if it stays here.
    ///
    /// After signing in, a person gets to the screen that they wanted. A command is not carried out: the person has to
    /// ask for it again.
    public func next(after recovery: Recovery) -> Link? {
        guard recovery == .signIn, target != .screen(.signIn) else { return nil }
        guard case .screen = target, let then = try? LinkParameters([Self.then: description]) else {
            return Link(.screen(.signIn))
        }
        return Link(.screen(.signIn), parameters: then)
    }

    /// The screen that the sign-in screen leads to; `nil` if it leads nowhere, and for any other link.
    public var afterSignIn: Link? {
        guard target == .screen(.signIn) else { return nil }
        return parameters[Self.then].flatMap(Self.wanted)
    }

    /// The parameter of the sign-in screen's links.
    fileprivate static var then: String { "then" }

    /// The link of a screen, but not of the sign-in itself.
    fileprivate static func wanted(_ text: String) -> Link? {
        guard let link = try? LinkGrammar.account.parse(text), case .screen(let screen) = link.target,
            screen != .signIn
        else { return nil }
        return link
    }
}
