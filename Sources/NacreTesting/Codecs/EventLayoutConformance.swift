public import Nacre

/// Checks that the stored form of a type of events does not change, for example when names in Swift change.
///
/// ```swift
/// @Test func `the stored form of orders is the recorded one`() throws {
///     try EventLayoutConformance.check(OrderEvent.self, samples: [.placed(customer: "ada", cents: 1250), .shipped])
/// }
/// ```
///
/// The types, schemas, fields and value types are recorded in a file beside the test, `Layouts/OrderEvent.txt`, with
/// an example of each. The first run writes the file and fails; review and commit it. From then on, the test fails if a
/// case or a field is renamed, a value loses its label, a case is removed or the category changes:
///
/// ```text
/// OrderEvent does not store what Layouts/OrderEvent.txt records (- recorded, + now):
///   OrderPlaced, schema 1
/// -     customer: string
/// +     buyer: string
///   its example {"customer":"ada","cents":1250} cannot be decoded: it has no field "buyer"
/// ```
///
/// It also fails if an event loses a tag: queries by that tag would find only older events.
///
/// Additions (a case, an optional field, a tag, a schema with its upcaster) are recorded by running the test once with
/// `NACRE_RECORD=1` in its environment, or with `recording: true`. The examples of former schemas and types stay in the
/// file, and each run decodes them: an event stored once must stay readable. A schema that only an upcaster reads needs
/// an example; a ``FormerEvent`` says what it decodes to:
///
/// ```swift
/// try EventLayoutConformance.check(
///     OrderEvent.self, samples: [.placed(customer: "ada", cents: 1250), .shipped],
///     former: [
///         FormerEvent(
///             "OrderPlaced", schema: 1, #"{"customer":"ada","euros":7}"#,
///             decodesTo: .placed(customer: "ada", cents: 700))
///     ])
/// ```
///
/// SwiftPM warns about unknown files in a target: add `exclude: ["Layouts"]` to the target.
public enum EventLayoutConformance {
    static let rule = "The stored form of an event does not change with names in Swift."

    /// Checks that events are stored as recorded.
    ///
    /// - Parameters:
    ///   - event: The type of the events.
    ///   - samples: Events of every shape: at least one of each case, with all optional values.
    ///   - former: Events of schemas that are no longer written, with what they decode to: one for each step of an
    ///     upcaster, unless the record has an example from the time when the schema was written.
    ///   - recording: Whether additions are recorded; by default, whether the environment has `NACRE_RECORD=1`.
    ///   - file: The file of the test, beside which the record is stored.
    /// - Throws: ``ConformanceFailure`` with the difference and the remedy; errors of reading and writing the file.
    public static func check<Event: StoredEvent>(
        _ event: Event.Type, samples: [Event], former: [FormerEvent<Event>] = [], recording: Bool? = nil,
        file: String = #filePath
    ) throws {
        // Without the module, which may have another name in a test, and without private contexts, which have no name.
        let path = String(reflecting: event).split(separator: ".").dropFirst().filter { !$0.hasPrefix("(") }
        try check(
            Event.codec, named: path.joined(separator: "."), category: Event.category, samples: samples,
            former: former, recording: recording, file: file)
    }

    /// Checks that a codec stores events as recorded.
    ///
    /// - Parameters:
    ///   - codec: The codec.
    ///   - name: The name of the record, which is stored in `Layouts/` with the suffix `.txt`.
    ///   - samples: Events of every shape: at least one of each type, with all optional values.
    ///   - former: Events of schemas that are no longer written, with what they decode to: one for each step of an
    ///     upcaster, unless the record has an example from the time when the schema was written.
    ///   - recording: Whether additions are recorded; by default, whether the environment has `NACRE_RECORD=1`.
    ///   - file: The file of the test, beside which the record is stored.
    /// - Throws: ``ConformanceFailure`` with the difference and the remedy; errors of reading and writing the file.
    public static func check<Codec: EventCodec>(
        _ codec: Codec, named name: String, samples: [Codec.Event],
        former: [FormerEvent<Codec.Event>] = [], recording: Bool? = nil, file: String = #filePath
    ) throws {
        try check(
            codec, named: name, category: nil, samples: samples, former: former,
            recording: recording, file: file)
    }

    private static func check<Codec: EventCodec>(
        _ codec: Codec, named name: String, category: String?, samples: [Codec.Event],
        former: [FormerEvent<Codec.Event>], recording: Bool?, file: String
    ) throws {
        let file = EventLayoutFile(named: name, beside: file)
        try checkFormer(former, by: codec)
        let found = try record(
            of: samples.map { ("\($0)", try codec.encode($0)) } + former.map { ("\($0.expected)", $0.written) },
            category: category)
        guard let recorded = try file.read() else {
            try file.write(found)
            throw ConformanceFailure(
                rule: rule,
                finding: "there was no record: \(file.path) has been written: check it, commit it and run again"
            )
        }
        let comparison = EventLayoutComparison(recorded, found, by: codec)
        guard let finding = comparison.finding(of: file) else { return }
        guard recording ?? EventLayoutFile.environmentRecords, comparison.breaks.isEmpty else {
            throw ConformanceFailure(rule: rule, finding: finding)
        }
        try file.write(comparison.merged)
    }

    /// Checks that events of former schemas are decoded as declared.
    private static func checkFormer<Codec: EventCodec>(_ former: [FormerEvent<Codec.Event>], by codec: Codec) throws {
        let findings = try former.compactMap { try $0.finding(by: codec) }
        guard findings.isEmpty else {
            throw ConformanceFailure(
                rule: "Stored events keep their meaning.", finding: findings.joined(separator: "\n"))
        }
    }

    /// The record of events, each with its name in messages.
    private static func record(
        of events: [(name: String, written: EventData)], category: String?
    ) throws -> EventLayoutRecord {
        var record = EventLayoutRecord(category: category)
        for (name, written) in events {
            var layout = record[written.type, written.schema] ?? EventLayout(type: written.type, schema: written.schema)
            do {
                try layout.add(written: written)
            } catch {
                throw ConformanceFailure(
                    rule: rule, finding: "\(name) is not stored as a JSON object", cause: error)
            }
            record.put(layout)
        }
        return record
    }
}
