func start() {
    protocol Step {  // refused: it is declared in a function, so that no other file can name it
        func go()
    }
}

struct Run {
    var count: Int {
        enum Kind {
            protocol Named {  // refused: it is declared in a function
                func name()
            }
        }
        return 1
    }
    let body = {
        protocol Inner {  // refused: it is declared in a function
            func go()
        }
    }
}
