import DomainKit
import Nacre

extension JSONPath {
    /// The bytes of all values at this path: of all elements for `[*]`, and under each of repeated keys.
    ///
    /// - Parameter json: The document; of one that is not JSON, what is valid before its fault.
    /// - Returns: The ranges, in the order of the document.
    /// - Complexity: O(*n*) in the bytes of the document.
    func ranges(in json: Span<UInt8>) -> [Range<Int>] {
        var reader = JSONReader(json)
        var found: [Range<Int>] = []
        do throws(JSONError) {
            try Self.find(steps[...], &reader, &found)
        } catch {
            // Data need not be JSON: such an event has no further value at any path.
        }
        return found
    }

    private static func find(
        _ steps: ArraySlice<Step>, _ reader: inout JSONReader, _ found: inout [Range<Int>]
    ) throws(JSONError) {
        guard let step = steps.first else {
            found.append(try reader.skipValue())
            return
        }
        let rest = steps.dropFirst()
        let kind = try reader.nextKind()
        var index = 0
        switch step {
        case .key(let name) where kind == .object:
            try reader.beginObject()
            while let key = try reader.nextKey() {
                if key.hasSameBytes(as: name) { try find(rest, &reader, &found) }
            }
        case .element(let wanted) where kind == .array:
            try reader.beginArray()
            while try reader.nextElement() {
                if index == wanted { try find(rest, &reader, &found) }
                index += 1
            }
        case .everyElement where kind == .array:
            try reader.beginArray()
            while try reader.nextElement() { try find(rest, &reader, &found) }
        default: try reader.skipValue()
        }
    }
}
