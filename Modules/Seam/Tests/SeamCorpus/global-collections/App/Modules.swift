protocol Module {
    func start()
}

final class Sync: Module {
    private var runs = 0

    func start() { runs += 1 }
}

final class Handler {
    private var count = 0

    func handle() { count += 1 }
}

struct Plugin {
    var name: String
}

var modules: [Module] = [Sync()]
var handlers = [String: Handler]()
var plugins: [Plugin] = []
let builtIn: [Plugin] = [Plugin(name: "a")]
var sizes: [Int] = []

final class App {
    func boot() {
        modules.append(Sync())
        for module in modules { module.start() }
        modules.first?.start()
        handlers["a"] = Handler()
        handlers["a"]?.handle()
        plugins.append(builtIn[0])
        sizes.append(plugins.count)
    }
}
