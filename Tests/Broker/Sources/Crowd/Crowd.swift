@main
enum Crowd { static func main() {} }
