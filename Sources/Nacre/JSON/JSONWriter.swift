/// A streaming writer of compact JSON.
///
/// Strings are escaped as specified by RFC 8785 (3.2.2.2): only where required, in the shortest form. Equal values
/// therefore give equal bytes if their keys are written in the same order.
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
/// The writer adds commas and colons. The caller must close what it opens, and write a key before each value of an
/// object.
public struct JSONWriter: Sendable {
    /// The bytes written so far.
    public private(set) var bytes: [UInt8]

    private var needsComma = false

    /// Creates a writer that appends to bytes.
    ///
    /// - Parameter bytes: The bytes to append to.
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

    /// Writes an integer.
    public mutating func integer(_ value: some BinaryInteger) {
        separate()
        bytes.append(contentsOf: String(value).utf8)
    }

    /// Writes a number in the fewest digits that preserve it.
    ///
    /// - Parameter value: The number, which must be finite.
    /// - Throws: ``JSONError`` with code ``JSONError/Code/outOfRange`` if it is infinite or NaN, which JSON cannot
    ///   represent.
    public mutating func number(_ value: Double) throws(JSONError) {
        guard value.isFinite else {
            throw JSONError(.outOfRange, at: bytes.count, "JSON has no number for \(value)")
        }
        separate()
        bytes.append(contentsOf: value.description.utf8)
    }

    /// Writes a Boolean.
    public mutating func bool(_ value: Bool) {
        separate()
        bytes.append(contentsOf: (value ? "true" : "false").utf8)
    }

    /// Writes `null`.
    public mutating func null() {
        separate()
        bytes.append(contentsOf: "null".utf8)
    }

    /// Writes a value that is already JSON, unchanged.
    ///
    /// - Parameter json: One JSON value. It is not validated.
    public mutating func raw(_ json: [UInt8]) {
        separate()
        bytes.append(contentsOf: json)
    }

    /// Writes the bytes that a closure appends, as one value.
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
