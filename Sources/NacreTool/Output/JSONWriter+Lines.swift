package import DomainKit
package import Nacre

extension JSONWriter {
    /// Writes one object.
    ///
    /// - Parameters:
    ///   - bytes: The bytes that the object is appended to.
    ///   - body: Writes the object's keys and values.
    package static func object(in bytes: inout [UInt8], _ body: (inout JSONWriter) -> Void) {
        var writer = JSONWriter()
        writer.beginObject()
        body(&writer)
        writer.endObject()
        bytes.append(contentsOf: writer.bytes)
    }

    /// Writes a key with a string.
    package mutating func field(_ key: String, _ text: String) {
        self.key(key)
        string(text)
    }

    /// Writes a key with a whole number.
    package mutating func field(_ key: String, _ number: some BinaryInteger) {
        self.key(key)
        integer(number)
    }

    /// Writes a key with `true` or `false`.
    package mutating func field(_ key: String, _ value: Bool) {
        self.key(key)
        bool(value)
    }

    /// Writes a key with a moment in UTC.
    package mutating func field(_ key: String, _ time: Instant) {
        field(key, time.description)
    }

    /// Writes a key with an array of objects.
    package mutating func list<Element>(
        _ key: String, _ elements: [Element], _ body: (inout JSONWriter, Element) -> Void
    ) {
        self.key(key)
        beginArray()
        for element in elements {
            beginObject()
            body(&self, element)
            endObject()
        }
        endArray()
    }
}
