protocol Clerk: Actor {  // refused: only an actor can conform to it
    func work()
}
