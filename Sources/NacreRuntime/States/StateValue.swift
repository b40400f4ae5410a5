public import Nacre

/// A decider's state, or a part of it, as a value that tools can compare and print.
public indirect enum StateValue: Sendable {
    /// A string, number, Boolean or `null`, as JSON.
    case scalar(json: [UInt8])

    /// The elements of a collection, in order; those of a set in byte order.
    case list([StateValue])

    /// The fields of a structure, or the entries of a dictionary in byte order of their keys.
    case object([Field])

    /// A field of an object.
    public struct Field: Sendable {
        /// The name, unique in its object.
        public let name: String

        /// The value.
        public let value: StateValue
    }
}

extension StateValue {
    /// The value as JSON.
    public var json: [UInt8] {
        var writer = JSONWriter()
        write(to: &writer)
        return writer.bytes
    }

    /// Writes the value as JSON.
    ///
    /// - Parameter writer: The writer, before a value.
    public func write(to writer: inout JSONWriter) {
        switch self {
        case .scalar(let json): writer.raw(json)
        case .list(let elements):
            writer.beginArray()
            for element in elements { element.write(to: &writer) }
            writer.endArray()
        case .object(let fields):
            writer.beginObject()
            for field in fields {
                writer.key(field.name)
                field.value.write(to: &writer)
            }
            writer.endObject()
        }
    }
}
