import SeamKit

/// The calls that rely on a default, before and after.
extension ThreadGraph {
    /// Why a call that could pass an instance needn't, as long as others rely on the default; nil if it does.
    private func needless(_ call: ThreadCall, to callee: ThreadNode) -> Obstacle? {
        guard !call.isPassed, !callee.isRequired, isLate(call) else { return nil }
        let text =
            call.isUnread
            ? "neither \(call.maker) nor \(callee.title) reads the instance"
            : "only tests and previews make \(call.maker)"
        let change = "Let the other calls of \(callee.title) pass the instance; then this one does."
        return Obstacle(.maker, text, change: change).at(call.construction.place)
    }

    /// Returns the calls that rely on the defaults of wanted callers, in order of place.
    ///
    /// - Parameter isAfterwards: whether those of variables and of defaults count that are to come.
    func calls(isAfterwards: Bool = false) -> [MakingCall] {
        let all = order.compactMap { nodes[$0] }.flatMap { node -> [MakingCall] in
            let isNew = node.planned != nil || node.keepsDefault
            guard let label = node.argumentName ?? node.caller?.label, node.caller != nil || isNew, node.isWanted,
                isAfterwards || !isNew
            else { return [] }
            return node.calls.filter { !$0.isPassed && !$0.isLazy }.compactMap { call in
                let found = obstacle(of: call, to: node) ?? needless(call, to: node)
                // What a maker passes to another one relies on no default before.
                if node.keepsDefault, found == nil { return nil }
                return MakingCall(call, of: request.singleton, in: request.index, to: node, label, found)
            }
        }
        return all.sorted { ($0.file, $0.line, $0.column) < ($1.file, $1.line, $1.column) }
    }
}

extension MakingCall {
    fileprivate init(
        _ call: ThreadCall,
        of singleton: Singleton,
        in index: CodeTree,
        to callee: ThreadNode,
        _ label: String,
        _ obstacle: Obstacle?
    ) {
        let file = call.construction.file
        let offset = call.construction.node.offset
        self.init(
            singleton: singleton.id,
            type: singleton.name,
            file: file.path,
            line: file.line(of: offset),
            column: offset - file.lineStart(of: offset) + 1,
            module: index.module(ofFile: file.path),
            maker: call.maker,
            callee: callee.title,
            label: label
        )
        self.obstacle = obstacle
    }
}
