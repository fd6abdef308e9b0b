import SeamKit

extension AnyCodeNode {
    /// The text, in place of what swift-syntax has under this name, which makes another tree for it.
    var trimmedDescription: String { code }
}
