/// Writes JSON into bytes, without white space, a value at a time.
///
/// Strings are escaped as RFC 8785 (3.2.2.2) says: what must be, in the shortest form, and nothing else. So equal values
/// give equal bytes as long as their keys are written in the same order.
///
/// ```swift
/// var writer = JSONWriter()
/// writer.beginObject()
/// writer.key("name")
/// writer.string("README.md")
/// writer.endObject()
/// let data = writer.bytes
/// ```
///
/// Commas and colons are the writer's; that what is opened is closed, and that a key stands before each value of an
/// object, are the caller's.
public struct JSONWriter: Sendable {
    /// What has been written.
    public private(set) var bytes: [UInt8]

    private var needsComma = false

    /// Makes a writer that appends.
    ///
    /// - Parameter bytes: What the writer appends to.
    public init(appendingTo bytes: consuming [UInt8] = []) {
        self.bytes = bytes
    }

    /// Opens an object.
    public mutating func beginObject() { open("{") }

    /// Closes the innermost object.
    public mutating func endObject() { close("}") }

    /// Opens an array.
    public mutating func beginArray() { open("[") }

    /// Closes the innermost array.
    public mutating func endArray() { close("]") }

    /// Writes the key of the next value.
    public mutating func key(_ key: String) {
        separate()
        bytes.appendJSONString(key)
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    /// Writes a string.
    public mutating func string(_ text: String) {
        separate()
        bytes.appendJSONString(text)
    }

    /// Writes a whole number.
    public mutating func integer(_ value: some BinaryInteger) {
        separate()
        bytes.append(contentsOf: String(value).utf8)
    }

    /// Writes a number, in the fewest digits from which it comes back.
    ///
    /// - Parameter value: The number, finite.
    /// - Throws: ``JSONError`` with code ``JSONError/Code/outOfRange`` where it is infinite or no number: JSON has none.
    public mutating func number(_ value: Double) throws(JSONError) {
        guard value.isFinite else {
            throw JSONError(.outOfRange, at: bytes.count, "JSON has no number for \(value)")
        }
        separate()
        bytes.append(contentsOf: value.description.utf8)
    }

    /// Writes `true` or `false`.
    public mutating func bool(_ value: Bool) {
        separate()
        bytes.append(contentsOf: (value ? "true" : "false").utf8)
    }

    /// Writes `null`.
    public mutating func null() {
        separate()
        bytes.append(contentsOf: "null".utf8)
    }

    /// Writes a value that is JSON already, byte for byte.
    ///
    /// - Parameter json: One JSON value; it is not judged.
    public mutating func raw(_ json: [UInt8]) {
        separate()
        bytes.append(contentsOf: json)
    }

    /// Writes what a closure appends, as one value.
    mutating func value(_ append: (inout [UInt8]) -> Void) {
        separate()
        append(&bytes)
    }

    private mutating func separate() {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
        needsComma = true
    }

    private mutating func open(_ bracket: Unicode.Scalar) {
        separate()
        bytes.append(UInt8(ascii: bracket))
        needsComma = false
    }

    private mutating func close(_ bracket: Unicode.Scalar) {
        bytes.append(UInt8(ascii: bracket))
        needsComma = true
    }
}
