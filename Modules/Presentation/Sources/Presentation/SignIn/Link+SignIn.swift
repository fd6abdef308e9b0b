public import Domain

extension ScreenID {
    /// Where a person signs in; the parameter `then` is the link of the screen that they wanted.
    public static var signIn: ScreenID { ScreenID("sign-in") }
}

extension Link {
    /// Where a recovery from a problem of this link leads; `nil` if it stays here.
    ///
    /// Who has signed in gets to the screen that they wanted. A command is not carried out by the way: it is for the
    /// person to ask for it again.
    public func next(after recovery: Recovery) -> Link? {
        guard recovery == .signIn, target != .screen(.signIn) else { return nil }
        guard case .screen = target, let then = try? LinkParameters([Self.then: description]) else {
            return Link(.screen(.signIn))
        }
        return Link(.screen(.signIn), parameters: then)
    }

    /// The screen that the sign-in screen leads to; `nil` if it leads nowhere, and for any other link.
    ///
    /// Throws where `then` is no link of a screen, or is that of the sign-in screen itself.
    public func afterSignIn() throws(LinkError) -> Link? {
        guard target == .screen(.signIn), let text = parameters[Self.then] else { return nil }
        let link = try LinkGrammar.account.parse(text)
        guard case .screen(let screen) = link.target, screen != .signIn else { throw .malformed }
        return link
    }

    /// The parameter of the sign-in screen's links.
    private static var then: String { "then" }
}
