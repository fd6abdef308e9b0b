@main
struct SeamCommand {
    static func main() {}
}
