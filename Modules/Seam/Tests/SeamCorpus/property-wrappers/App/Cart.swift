import SwiftUI

final class Cart: ObservableObject {
    static let shared = Cart()
    @Published var name = ""
    @Published var lines: [String] = []
    func empty() { lines = [] }
}
