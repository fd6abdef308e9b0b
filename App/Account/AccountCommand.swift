import ArgumentParser

@main
struct AccountCommand: AsyncParsableCommand {
    func run() async throws {}
}
