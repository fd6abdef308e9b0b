import Core

func start() { Session.shared.refresh() }
