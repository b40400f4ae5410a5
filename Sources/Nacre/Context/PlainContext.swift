/// The places of a context's values in metadata that is an object of plain texts.
///
/// Plain are texts in ASCII without escapes, and an object without white space. Stores write contexts like that, so
/// nearly all metadata is read here; all other is read by the JSON reader. Both find the same values.
struct PlainContext {
    private var correlationID = 0..<0
    private var causationID = 0..<0
    private var actor = 0..<0

    /// Finds the values; `nil` if the metadata is not plain, or a value is not valid in an ``EventContext``.
    ///
    /// - Complexity: O(*n*) in the bytes of the metadata; allocates nothing.
    init?(_ metadata: Span<UInt8>) {
        guard metadata.count > 2, metadata[0] == UInt8(ascii: "{") else { return nil }
        var place = 1
        while true {
            guard let key = metadata.plainString(at: place), metadata.byte(at: key.upperBound + 1, is: ":"),
                let value = metadata.plainString(at: key.upperBound + 2)
            else { return nil }
            if let known = ContextKey(metadata.extracting(key)) {
                guard (1...Limits.nameBytes).contains(value.count), !metadata.extracting(value).containsDelete else {
                    return nil
                }
                switch known {
                case .correlationID: correlationID = value
                case .causationID: causationID = value
                case .actor: actor = value
                }
            }
            place = value.upperBound + 2
            if metadata.byte(at: place - 1, is: ",") { continue }
            guard metadata.byte(at: place - 1, is: "}"), place == metadata.count else { return nil }
            return
        }
    }

    /// Calls a closure with each value that there is.
    @inline(__always)
    func forEach(in metadata: Span<UInt8>, _ body: (ContextKey, Span<UInt8>) -> Void) {
        // An empty text is not valid, so an empty range is a missing value.
        if !correlationID.isEmpty { body(.correlationID, metadata.extracting(correlationID)) }
        if !causationID.isEmpty { body(.causationID, metadata.extracting(causationID)) }
        if !actor.isEmpty { body(.actor, metadata.extracting(actor)) }
    }
}

extension ContextKey {
    /// The key that some bytes are; `nil` if they are another one.
    @inline(__always)
    fileprivate init?(_ bytes: Span<UInt8>) {
        if bytes.isEqual(to: "correlationId") {
            self = .correlationID
        } else if bytes.isEqual(to: "causationId") {
            self = .causationID
        } else if bytes.isEqual(to: "actor") {
            self = .actor
        } else {
            return nil
        }
    }
}

extension Span<UInt8> {
    /// The text between the quotes of a plain string that begins at a place; `nil` if there is none.
    @inline(__always)
    fileprivate func plainString(at start: Int) -> Range<Int>? {
        guard byte(at: start, is: "\"") else { return nil }
        let end = endOfPlainText(from: start + 1)
        return byte(at: end, is: "\"") ? start + 1..<end : nil
    }

    @inline(__always)
    fileprivate func byte(at place: Int, is scalar: Unicode.Scalar) -> Bool {
        place < count && self[place] == UInt8(ascii: scalar)
    }

    @inline(__always)
    fileprivate func isEqual(to text: StaticString) -> Bool {
        guard count == text.utf8CodeUnitCount else { return false }
        for index in indices where unsafe self[index] != text.utf8Start[index] { return false }
        return true
    }
}
