/// Makes the menu and runs it.
@main
enum PocketbookApp {
    static func main() {
        let menu = Menu(title: "Pocketbook")
        for line in menu.run() { print(line) }
    }
}
