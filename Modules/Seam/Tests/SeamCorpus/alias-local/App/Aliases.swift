func plain() throws {
    let api = Legacy.shared
    api.fetch()
    api.name = "x"
    try api.save()
    let same = api
    same.count += 1
    let typed: Legacy = .shared
    print(typed.count)
}

func shadowed(api: Legacy) {
    api.fetch()
    let name = Legacy.shared.name
    print(name.count)
    do {
        let api = Legacy.shared
        api.fetch()
    }
    api.fetch()
    let other = Legacy()
    other.fetch()
}

func captured() -> () -> Void {
    let api = Legacy.shared
    let later = { [weak api] in
        api?.fetch()
    }
    later()
    return { [service = Legacy.shared] in service.fetch() }
}

func reassigned(_ mine: Legacy, _ own: Bool) {
    var api = Legacy.shared
    api.fetch()
    if own { api = mine }
    api.fetch()
}

func chosen(_ mine: Legacy?) {
    let api = mine ?? Legacy.shared
    api.fetch()
}
