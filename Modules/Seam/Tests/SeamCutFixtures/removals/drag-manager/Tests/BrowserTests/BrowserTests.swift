import Testing

@testable import Browser

@MainActor
struct BrowserTests {
    @Test("A dragged bookmark is dropped once")
    func drop() {
        let manager = DragManager.shared
        let bar = BookmarksBarController(bookmarks: ["a"], dragManager: manager)
        bar.drag(0)
        #expect(TabBarController(dragManager: manager).accept())
        #expect(!TabBarController(dragManager: manager).accept())
    }
}
