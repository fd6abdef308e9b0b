final class Session {
    private static var stored: Session?
    static var current: Session {
        if let stored { return stored }
        let made = Session()
        stored = made
        return made
    }

    static func reset() {
        stored = nil
    }

    var user: String?
}

final class Draft {
    static var empty: Draft { Draft() }
    static var blank: Draft {
        let draft = Draft()
        draft.title = "Untitled"
        return draft
    }
    var title = ""
}

func greet() -> String {
    let draft = Draft.empty
    draft.title = Session.current.user ?? "nobody"
    Draft.blank.title = "lost"
    return draft.title
}
