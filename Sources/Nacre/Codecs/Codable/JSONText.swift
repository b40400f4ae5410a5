/// JSON of any value, written as the data of events are.
package enum JSONText {
    /// Encodes a value, with its members in the order in which its `encode(to:)` writes them.
    ///
    /// - Parameter value: The value.
    /// - Returns: Its JSON in UTF-8.
    /// - Throws: `EncodingError`.
    package static func bytes(of value: some Encodable) throws -> [UInt8] {
        let fragment = JSONFragment()
        try fragment.write(value)
        return try fragment.finished()
    }
}
