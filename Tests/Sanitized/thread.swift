// A race that the thread sanitizer has to find, if there is an argument: `.ci/builds sanitizers`.
import Foundation
final class Count: @unchecked Sendable {
    var value = 0
    let locked = Mutex(0)
}
let count = Count()
let threads = (0..<4).map { _ in
    Thread {
        for _ in 0..<10_000 {
            count.locked.withLock { $0 += 1 }
            if CommandLine.arguments.count > 1 { count.value += 1 }
        }
    }
}
for thread in threads { thread.start() }
while threads.contains(where: { !$0.isFinished }) { usleep(1_000) }
