/// Whether this task runs inside a candidate that is being compared.
enum Nesting {
    @TaskLocal static var isComparedCandidate = false
}
