struct Provider {
    var title: String { Session.shared.user ?? "" }
}
