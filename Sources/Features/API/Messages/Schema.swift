/// The form of a JSON value.
///
/// A request's body is checked against it before it is decoded, so that an answer names every wrong field at once; the
/// OpenAPI document shows it.
public indirect enum Schema: Sendable, Hashable {
    // API-03: One schema checks a message and describes it.

    /// A string, perhaps of a format of JSON Schema such as `uuid`.
    case string(format: String? = nil)

    /// An integer that is not negative.
    case integer

    /// `true` or `false`.
    case boolean

    /// A list.
    case array(Schema)

    /// An object with exactly these properties.
    case object(name: String, [Property])

    /// A property of an object.
    public struct Property: Sendable, Hashable {
        /// The name.
        public let name: String

        /// The form of its value.
        public let schema: Schema

        /// Whether it must be there.
        public let isRequired: Bool

        /// Creates a property.
        ///
        /// - Parameters:
        ///   - name: The name.
        ///   - schema: The form of its value.
        ///   - isRequired: Whether it must be there.
        public init(_ name: String, _ schema: Schema, isRequired: Bool = true) {
            self.name = name
            self.schema = schema
            self.isRequired = isRequired
        }
    }
}
