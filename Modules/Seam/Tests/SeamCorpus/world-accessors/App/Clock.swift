struct Clock {
    func tick() {
        print(Current.now())
        print(Ambient.locale)
        print(Resolved.locale)
        print(App.world.now())
        let environment = Current
        print(environment.locale)
        print(fresh.locale, preview().locale)
    }
}
