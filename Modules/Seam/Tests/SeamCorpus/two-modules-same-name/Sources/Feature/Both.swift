import ModuleA
import ModuleB

func both() {
    ModuleA.Store.shared.load()
    ModuleB.Store.shared.items = []
    let a = ModuleA.Store.shared
    a.load()
}
