/// Returns all orders of `items`.
func permutations(_ items: [Int]) -> [[Int]] {
    guard !items.isEmpty else { return [[]] }
    return items.flatMap { first in permutations(items.filter { $0 != first }).map { [first] + $0 } }
}
