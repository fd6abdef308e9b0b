import Dependencies
import Foundation

struct AppEnvironment {
    var now: () -> Date
    var locale: String
}

enum Storage {
    @TaskLocal static var environment = AppEnvironment(now: { Date() }, locale: "en")
}

public var Current: AppEnvironment {
    @Dependency(\.environment) var environment
    return environment
}

var Ambient: AppEnvironment { Storage.environment }

var Resolved: AppEnvironment { resolve() }

enum App {
    static var world: AppEnvironment {
        @Dependency(\.environment) var environment
        return environment
    }
}

var fresh: AppEnvironment { AppEnvironment(now: { Date() }, locale: "de") }

func preview() -> AppEnvironment {
    let made = AppEnvironment(now: { Date() }, locale: "fr")
    return made
}
