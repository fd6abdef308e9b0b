final class Feed {
    static let shared = Feed()
    var posts: [String] = []
    func reload() {}
    func perform(_ body: (Feed) -> Void) { body(self) }
}

func with<T>(_ value: T, _ body: (T) -> Void) { body(value) }
func identity(_ feed: Feed) -> Feed { feed }

struct Box {
    let feed: Feed
    func reload() { feed.reload() }
}

func travel() {
    with(Feed.shared) { $0.reload() }
    Feed.shared.perform { feed in feed.reload() }
    identity(Feed.shared).reload()
    Box(feed: Feed.shared).reload()
    for feed in [Feed.shared, Feed()] { feed.reload() }
    let feeds = ["main": Feed.shared]
    feeds["main"]?.reload()
    Feed.shared.posts.forEach { post in print(post, Feed.shared.posts.count) }
}
