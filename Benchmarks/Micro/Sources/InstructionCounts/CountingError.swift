/// What went wrong in counting, with the exit code that says of which kind it is.
struct CountingError: Error, CustomStringConvertible {
    let exitCode: Int32
    let description: String

    init(_ description: String, exitCode: Int32 = 1) {
        self.exitCode = exitCode
        self.description = description
    }
}
