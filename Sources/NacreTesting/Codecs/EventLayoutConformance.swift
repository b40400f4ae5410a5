public import Nacre

/// What any type of events must keep, for what the compiler does not see: its stored form does not change with names in
/// Swift.
///
/// ```swift
/// @Test func `accounts are stored as ever`() throws {
///     try EventLayoutConformance.check(
///         AccountEvent.self, samples: [.opened(owner: "ada"), .deposited(amount: 5), .closed])
/// }
/// ```
///
/// The types, their schemas, the fields of their data and what these hold stand in a file beside the test,
/// `Layouts/AccountEvent.txt`, with an example of each. The first run writes it and fails; look it over and commit it.
/// From then on a case or a field that gets another name, a value that loses its label, a case that is removed and a
/// category that changes fail the test, and what is stored does not change unseen:
///
/// ```
/// AccountEvent does not store what Layouts/AccountEvent.txt records (- recorded, + now):
///   AccountOpened, schema 1
/// -     owner: string
/// +     holder: string
///   its example {"owner":"ada"} cannot be read: it has no field "holder"
/// ```
///
/// So does a tag that an event no longer gets: queries by it would find older events only.
///
/// What is only added, a case, a field that need not be there, a tag, a schema with its upcaster, is recorded by running the
/// test once with `NACRE_RECORD=1` in its environment, or with `recording: true`. The examples of former schemas and types
/// stay in the file, and each run reads them: an event that was stored once can be read for good. A schema that only an
/// upcaster reads must have one; what it is read as is said by a ``FormerEvent``:
///
/// ```swift
/// try EventLayoutConformance.check(
///     AccountEvent.self, samples: [.opened(owner: "ada"), .deposited(cents: 500), .closed],
///     former: [FormerEvent("AccountDeposited", schema: 1, #"{"euros":5}"#, isReadAs: .deposited(cents: 500))])
/// ```
///
/// Swift's package manager warns of files in a target that it does not know: add `exclude: ["Layouts"]` to the target.
public enum EventLayoutConformance {
    static let sentence = "What is stored of an event does not change with names in Swift."

    /// Judges that events are stored as it is recorded.
    ///
    /// - Parameters:
    ///   - event: The type of the events.
    ///   - samples: Events of every shape: at least one of each case, with every value that need not be there.
    ///   - former: Events of schemas that are no longer written, with what they are read as: one for each step of an
    ///     upcaster, unless the record has one from the time when the schema was written.
    ///   - recording: Whether what is only added is recorded; where it is left out, whether the environment has
    ///     `NACRE_RECORD=1`.
    ///   - file: The file of the test, beside which the record stands.
    /// - Throws: ``ConformanceFailure`` that says what differs and what to do; what reading and writing the file throws.
    public static func check<Event: StoredEvent>(
        _ event: Event.Type, samples: [Event], former: [FormerEvent<Event>] = [], recording: Bool? = nil,
        file: String = #filePath
    ) throws {
        // The module may have another name in a test; contexts that are private have none.
        let path = String(reflecting: event).split(separator: ".").dropFirst().filter { !$0.hasPrefix("(") }
        try check(
            Event.codec, named: path.joined(separator: "."), category: Event.category, samples: samples,
            former: former, recording: recording, file: file)
    }

    /// Judges that a codec stores events as it is recorded.
    ///
    /// - Parameters:
    ///   - codec: The codec.
    ///   - name: The name of the record: `Layouts/` and the name, `.txt`.
    ///   - samples: Events of every shape: at least one of each type, with every value that need not be there.
    ///   - former: Events of schemas that are no longer written, with what they are read as: one for each step of an
    ///     upcaster, unless the record has one from the time when the schema was written.
    ///   - recording: Whether what is only added is recorded; where it is left out, whether the environment has
    ///     `NACRE_RECORD=1`.
    ///   - file: The file of the test, beside which the record stands.
    /// - Throws: ``ConformanceFailure`` that says what differs and what to do; what reading and writing the file throws.
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
        try judge(former, by: codec)
        let found = try record(
            of: samples.map { ("\($0)", try codec.encode($0)) } + former.map { ("\($0.expected)", $0.written) },
            category: category)
        guard let recorded = try file.read() else {
            try file.write(found)
            throw ConformanceFailure(
                sentence: sentence,
                finding: "there was no record, and \(file.path) has been written: look it over, commit it and run again"
            )
        }
        let comparison = EventLayoutComparison(recorded, found, by: codec)
        guard let finding = comparison.finding(of: file) else { return }
        guard recording ?? EventLayoutFile.environmentRecords, comparison.breaks.isEmpty else {
            throw ConformanceFailure(sentence: sentence, finding: finding)
        }
        try file.write(comparison.merged)
    }

    /// Judges that events of former schemas are read as what they are.
    private static func judge<Codec: EventCodec>(_ former: [FormerEvent<Codec.Event>], by codec: Codec) throws {
        let findings = try former.compactMap { try $0.finding(by: codec) }
        guard findings.isEmpty else {
            throw ConformanceFailure(
                sentence: "What was stored keeps its meaning.", finding: findings.joined(separator: "\n"))
        }
    }

    /// What is stored of events, each with its name in messages.
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
                    sentence: sentence, finding: "\(name) is stored as other data than a JSON object", cause: error)
            }
            record.put(layout)
        }
        return record
    }
}
