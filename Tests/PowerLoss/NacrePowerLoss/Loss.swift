/// Something acknowledged is not there, or something is there that must not be.
struct Loss: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
