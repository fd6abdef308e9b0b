extension Threader {
    /// Spreads failures to what can't get an instance for them, and wishes to the makers they need.
    func spread() {
        var changes = true
        while changes {
            changes = false
            for name in order {
                guard let node = nodes[name], node.failure == nil else { continue }
                for site in node.sites {
                    switch site.source {
                    case .passed, .accessor:
                        if !node.isReached { (node.isReached, changes) = (true, true) }
                    case .property(let owner, _):
                        guard let maker = nodes[owner] else { continue }
                        if maker.failure != nil {
                            node.fail(.maker, "\(site.construction.place): \(owner) has no instance to pass")
                            changes = true
                        } else {
                            if maker.isReached, !node.isReached { (node.isReached, changes) = (true, true) }
                            if node.isWanted, !maker.isWanted { (maker.isWanted, changes) = (true, true) }
                        }
                    }
                }
            }
            if !changes {
                for name in order {
                    guard let node = nodes[name], node.failure == nil, !node.isReached else { continue }
                    node.fail(.cycle, "no root makes \(name), nor what makes it")
                    changes = true
                }
            }
        }
    }
}
