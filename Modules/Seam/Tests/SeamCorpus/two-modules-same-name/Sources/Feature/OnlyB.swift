import class ModuleB.Store

func onlyB() {
    Store.shared.load()
}
