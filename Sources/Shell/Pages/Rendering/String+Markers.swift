extension String {
    /// Replaces each occurrence of a marker, byte by byte.
    ///
    /// - Parameters:
    ///   - marker: The marker, whose first byte occurs in it once.
    ///   - text: What stands there instead.
    /// - Returns: The text without markers.
    /// - Complexity: O(*n*), where *n* is the length of the result.
    func filling(_ marker: String, with text: String) -> String {
        // Comparing characters takes several times as long.
        let (bytes, marker) = (Array(utf8), Array(marker.utf8))
        var filled: [UInt8] = []
        filled.reserveCapacity(bytes.count)
        var (start, index) = (0, 0)
        while index + marker.count <= bytes.count {
            guard bytes[index] == marker[0], bytes[index..<index + marker.count].elementsEqual(marker) else {
                index += 1
                continue
            }
            filled += bytes[start..<index]
            filled += text.utf8
            index += marker.count
            start = index
        }
        filled += bytes[start...]
        return String(decoding: filled, as: UTF8.self)
    }
}
