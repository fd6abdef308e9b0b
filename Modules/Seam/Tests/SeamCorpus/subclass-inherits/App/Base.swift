open class Cache {
    public static let shared = Cache()
    var entries: [String: Int] = [:]
    func clear() { entries.removeAll() }
}

final class ImageCache: Cache {
    func warm() {
        clear()
        entries["warm"] = 1
    }
}

func purge() {
    ImageCache.shared.clear()
    Cache.shared.entries["a"] = 2
    _ = Cache.shared.entries["a"]
    Cache.shared.entries.removeAll()
}
