struct SearchScreen {
    func layout() {
        print(TextFieldSizer.shared.size(of: "m"))
    }
}
