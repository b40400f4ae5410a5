/// The version of the program.
enum Version {
    /// What `nacre --version` prints.
    static let current = "0.1.0"
}
