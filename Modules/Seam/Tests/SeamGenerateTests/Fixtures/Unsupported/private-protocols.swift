private protocol Hidden {  // refused: it is `private`
    func hide()
}

private enum Vault {
    enum Shelf {
        protocol Lock {  // refused: it is in `Vault`, which is `private`, so that no other file can conform to it
            func turn()
        }
    }
}

extension Vault.Shelf {
    protocol Key {  // refused: it is in `Vault`, which is `private`
        func turn()
    }
}

enum Hall {
    fileprivate protocol Door {  // refused: it is `fileprivate`
        func open()
    }
}

fileprivate extension Hall {
    protocol Gate {  // refused: it is in an extension of `Hall` that is `fileprivate`
        func open()
    }
}
