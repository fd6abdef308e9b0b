import ModuleA

func onlyA() {
    Store.shared.items.append("a")
}
