func use() {
    Cut.shared.touch()
}

final class Cut {
    static lğŸ