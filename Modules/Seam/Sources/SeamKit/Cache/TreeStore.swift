import Dispatch
import Foundation

/// The parts that runs store for one tree, each in a file of its own.
///
/// A part only saves work that the run could repeat, so losing one only costs time.
package struct TreeStore: Sendable {
    package enum Part: String {
        /// A complete result, under everything that it depends on.
        case map
        /// The facts of each content.
        case facts
        /// The facts of contents that are newer than those.
        case recentFacts
        /// The content of each file, and its stamp.
        case contents
        /// The targets that compile each file.
        case targets
        /// What the passes found in each file.
        case results
        /// The words of each content, for plans of cuts.
        case words
        /// The uses at a commit, with the states that they are in.
        case ledger
        /// What comes next at a commit.
        case next
    }

    private let cache: ResultCache
    private let place: String
    private let pending = DispatchGroup()

    package init(cache: ResultCache, root: String) {
        self.cache = cache
        place = URL(fileURLWithPath: root).standardizedFileURL.resolvingSymlinksInPath().path
    }

    /// Returns a key with its first elements.
    package func key(of part: Part) -> ResultKey { ResultKey(part.rawValue, cache.version) }

    package func value<Value: Archived>(_ part: Part, of view: ContentHash = ContentHash(), key: ContentHash) -> Value?
    {
        let name = name(of: part, view: view)
        return cache.knows(name) ? cache.value(of: name, key: key) : nil
    }

    /// Stores a value on another thread; `finish` waits for it.
    package func keep<Value: Archived & SendableMetatype>(
        _ part: Part,
        of view: ContentHash = ContentHash(),
        key: ContentHash,
        value: @escaping @Sendable () -> Value
    ) {
        let (cache, name) = (cache, name(of: part, view: view))
        DispatchQueue.global().async(group: pending) { cache.keep(value(), as: name, key: key) }
    }

    /// Waits until everything is stored.
    package func finish() { pending.wait() }

    private func name(of part: Part, view: ContentHash) -> ContentHash {
        var name = ResultKey(part.rawValue, place)
        name.add(view)
        return name.hash
    }
}
