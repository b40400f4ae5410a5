/// Something acknowledged is not there, or something is there that must not be.
package struct Loss: Error, CustomStringConvertible {
    package let description: String

    package init(_ description: String) {
        self.description = description
    }
}
