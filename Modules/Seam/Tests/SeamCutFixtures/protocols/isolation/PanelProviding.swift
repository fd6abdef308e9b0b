/// The members of `Panel` that its callers use.
@MainActor protocol PanelProviding: AnyObject, Sendable {
    nonisolated func name() -> String
    func show()
    var title: String { get set }
}

extension Panel: PanelProviding {}
