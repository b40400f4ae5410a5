/// A failure of counting, with the exit code for its kind.
struct CountingError: Error, CustomStringConvertible {
    let exitCode: Int32
    let description: String

    init(_ description: String, exitCode: Int32 = 1) {
        self.exitCode = exitCode
        self.description = description
    }
}
