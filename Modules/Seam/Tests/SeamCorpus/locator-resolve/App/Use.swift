final class Printer { func print() {} }

final class Invoice {
    let printer: Printer = ServiceLocator.resolve()

    func show() {
        ServiceLocator.register(Printer.self) { Printer() }
        ServiceLocator.resolve(Printer.self).print()
        printer.print()
        Container.main.resolve(Printer.self)?.print()
        Container.main["invoice"] = self
        _ = Container.main["invoice"]
        print(ServiceLocator.key(for: Printer.self))
    }
}
