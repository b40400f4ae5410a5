/// The source code of a generated codec, equal to one written by hand.
struct CodecSource {
    private let event: EventDeclaration

    init(_ event: EventDeclaration) {
        self.event = event
    }

    /// The members that are added to the enum.
    var members: [String] {
        event.standsForOther
            ? [codec] : [codec, "/// Encodes and decodes the events.\n\(event.access)static let codec = Codec()"]
    }

    private var codec: String {
        """
        /// Encodes the events for the log, and decodes them.
        \(event.access)struct Codec: TypedEventCodec {
            /// The event types, named after the enum's cases.
            \(event.access)enum Kind: String, EventKind {
        \(event.cases.map { "        case \($0.name) = \(Self.literal($0.key))" }.joined(separator: "\n"))
            }

            /// The types with their schema numbers and upcasters.
            \(event.access)let types = EventTypes<Kind>(of: \(event.event).self)

            /// Creates a codec.
            \(event.access)init() {}

            /// Encodes an event.
            \(event.access)func encode(_ event: \(event.event)) throws -> EventData {
                switch event {
        \(event.cases.map(encoding).joined(separator: "\n"))
                }
            }

            /// Decodes an event from its fields.
            \(event.access)func decode(_ kind: Kind, _ fields: inout EventFields) throws(EventDecodingError) -> \(event.event) {
                switch kind {
        \(event.cases.map(decoding).joined(separator: "\n"))
                }
            }
        }
        """
    }

    private func encoding(_ stored: EventDeclaration.Case) -> String {
        // A value without a key has a default and is not stored, as in the synthesised `Codable` conformance.
        let values = stored.values.enumerated().filter { $1.field != nil }
        let pattern = stored.values.indices.map { stored.values[$0].field == nil ? "_" : "let value\($0)" }
        let call: String
        if values.isEmpty {
            call = "try types.stored(.\(stored.name), tags: event.tags)"
        } else if stored.hasOnlyValue {
            call = "try types.stored(.\(stored.name), tags: event.tags, only: value0)"
        } else {
            // Only values of types that cannot always be written as JSON can throw.
            let fields = values.map { index, value in
                "try $0.field(\(Self.literal(value.field ?? "")), value\(index))"
            }
            call = "try types.stored(.\(stored.name), tags: event.tags) { \(fields.joined(separator: "; ")) }"
        }
        return "        case .\(stored.name)\(pattern.isEmpty ? "" : "(\(pattern.joined(separator: ", ")))"): \(call)"
    }

    private func decoding(_ stored: EventDeclaration.Case) -> String {
        let arguments = stored.values.compactMap { value in
            value.field.map { field in
                let label = value.label.map { "\($0.label): " } ?? ""
                let read =
                    stored.hasOnlyValue
                    ? "only(as: (\(value.type)).self)" : "field(\(Self.literal(field)), as: (\(value.type)).self)"
                return "\(label)try fields.\(read)"
            }
        }
        let values = stored.values.isEmpty ? "" : "(\(arguments.joined(separator: ", ")))"
        return "        case .\(stored.name): .\(stored.name)\(values)"
    }

    private static func literal(_ text: String) -> String {
        "\"\(text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
    }
}
