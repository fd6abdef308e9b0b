struct ComposeScreen {
    func layout() {
        print(TextFieldSizer.shared.size(of: "k"))
        print(FaviconGenerator.shared.favicon("l"))
    }
}
