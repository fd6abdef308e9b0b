import ArgumentParser

/// The options of commands that use links.
struct FlowOptions: ParsableArguments {
    @OptionGroup(title: AccountOptions.title) var account: AccountOptions

    @Flag(help: "Tell standard error, as a log, what is recorded as having gone wrong.")
    var log = false
}
