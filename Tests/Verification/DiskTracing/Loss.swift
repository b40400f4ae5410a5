/// Something acknowledged is missing, or something exists that must not.
package struct Loss: Error, CustomStringConvertible {
    package let description: String

    package init(_ description: String) {
        self.description = description
    }
}
