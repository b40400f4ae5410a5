import DomainKit
import Nacre

/// A commit in the form of the schema's function, and the decoding of the function's answer.
struct PostgresCommit: Sendable {
    let parameters: PostgresParameters
    private let commit: Commit
    private var slots: [StreamName] = []
    private var eventsOfSlot: [Int] = []
    private let written: Int

    /// Prepares a commit, with `now` in nanoseconds since 1970 and generated ids for events without one.
    ///
    /// - Throws: `EventStoreError` if the commit is invalid.
    init(_ commit: Commit, now: Int64, makeID: () -> EventID) throws {
        guard !commit.entries.isEmpty else { throw Self.invalid("a commit has at least one event") }
        guard commit.conditions.isEmpty else {
            throw Self.invalid("this engine does not support conditions: append without them")
        }
        let given = commit.entries.count { $0.event.id != nil }
        guard given == 0 || given == commit.entries.count else {
            throw Self.invalid("either all events of a commit have ids from the caller, or none")
        }
        self.commit = commit
        var types = NameList<EventType>()
        var streams = NameList<StreamName>()
        var tags = NameList<Tag>()
        var counts: [Int] = []
        var (slotOfEvent, ordinals, kinds): ([Int32], [Int64], [Int32]) = ([], [], [])
        var (tagged, tagOrdinals): ([Int32], [Int32]) = ([], [])
        for (index, entry) in commit.entries.enumerated() {
            let slot = streams.ordinal(of: entry.stream)
            if slot > counts.count { counts.append(0) }
            counts[slot - 1] += 1
            slotOfEvent.append(Int32(slot))
            ordinals.append(Int64(counts[slot - 1]))
            kinds.append(Int32(types.ordinal(of: entry.event.type)))
            for tag in entry.event.tags {
                tagged.append(Int32(index + 1))
                tagOrdinals.append(Int32(tags.ordinal(of: tag)))
            }
        }
        written = streams.names.count
        let guards = commit.expectations + commit.checks
        for guarded in guards { _ = streams.ordinal(of: guarded.stream) }
        var expected = [Int64](repeating: -1, count: streams.names.count)
        for guarded in guards {
            let slot = streams.ordinal(of: guarded.stream) - 1
            guard expected[slot] == -1 else { throw Self.invalid("\(guarded.stream) has two expectations") }
            expected[slot] = guarded.expectation.code
        }
        slots = streams.names
        eventsOfSlot = counts

        let events = commit.entries.map(\.event)
        var parameters = PostgresParameters()
        parameters.reserve(512 + events.reduce(0) { $0 + $1.data.count + $1.metadata.count + 128 })
        parameters.add(array: streams.names.map(\.text.utf8))
        parameters.add(Int32(written))
        parameters.add(array: expected)
        parameters.add(array: types.names.map(\.text.utf8))
        parameters.add(array: slotOfEvent)
        parameters.add(array: ordinals)
        parameters.add(array: kinds)
        parameters.add(ids: events.map { $0.id ?? makeID() }.map { ($0.high, $0.low) })
        parameters.add(given > 0)
        parameters.add(array: events.map { $0.time?.nanosecondsSince1970 ?? now })
        parameters.add(array: events.map { Int32(clamping: $0.schema) })
        parameters.add(array: events.map { TagLines.encode($0.tags) })
        parameters.add(array: events.map(\.metadata))
        parameters.add(array: events.map(\.data))
        parameters.add(now)
        parameters.add(array: tags.names.map(\.text.utf8))
        parameters.add(array: tagged)
        parameters.add(array: tagOrdinals)
        self.parameters = parameters
    }

    var events: Int { commit.entries.count }

    /// Decodes the function's answer: the places of the events, or the violations as `EventStoreError` with the code
    /// `conflict`.
    func answer(in rows: borrowing PostgresResult) throws -> Result<AppendResult, any Error> {
        guard rows.rows == 1 else { throw HarnessError("the function append returned \(rows.rows) rows, not one") }
        let versions = try Self.integers(rows.bytes(row: 0, column: 1))
        guard versions.count == slots.count else {
            throw HarnessError("the function append returned \(versions.count) versions of \(slots.count) streams")
        }
        let first = Position(bitPattern: rows.integer(row: 0, column: 0))
        guard first > 0 else { return .failure(EventStoreError.conflict(violations(at: versions))) }
        return .success(
            AppendResult(
                firstPosition: first, lastPosition: first + UInt64(events) - 1,
                streams: (0..<written).map {
                    .init(stream: slots[$0], version: versions[$0] + UInt64(eventsOfSlot[$0]))
                }))
    }

    private func violations(at versions: [StreamVersion]) -> [Violation] {
        let actual = Dictionary(uniqueKeysWithValues: zip(slots, versions))
        func broken(_ guards: [Commit.Guard], _ make: (StreamName, Expectation, StreamVersion) -> Violation)
            -> [Violation]
        {
            guards.compactMap { guarded in
                let version = actual[guarded.stream] ?? 0
                guard !guarded.expectation.holds(at: version) else { return nil }
                return make(guarded.stream, guarded.expectation, version)
            }
        }
        return broken(commit.expectations) { .expectation(stream: $0, expected: $1, actual: $2) }
            + broken(commit.checks) { .check(stream: $0, expected: $1, actual: $2) }
    }

    /// The elements of an array of `int8` in binary format, none of them null.
    private static func integers(_ bytes: UnsafeRawBufferPointer) throws -> [UInt64] {
        // Dimensions, flags and type; then length and lower bound; then 4 bytes of length before each 8-byte element.
        guard bytes.count >= 12, bytes.count == 12 || (bytes.count - 20) % 12 == 0 else {
            throw HarnessError("an array of \(bytes.count) bytes is not an array of int8")
        }
        return stride(from: 24, to: bytes.count, by: 12).map { bytes.bigEndianWord(at: $0) }
    }

    private static func invalid(_ message: String) -> EventStoreError {
        EventStoreError(.invalidArgument, message, outcome: .notWritten)
    }
}

/// The distinct names of a commit, in the order of first use.
private struct NameList<Name: ByteComparedName> {
    private(set) var names: [Name] = []
    private var ordinals: [Name: Int] = [:]

    /// The 1-based index of a name, which is added if it is new.
    mutating func ordinal(of name: Name) -> Int {
        // Most commits have one of each: this avoids a table.
        if names.first == name { return 1 }
        if let known = ordinals[name] { return known }
        names.append(name)
        if names.count > 1 { ordinals[name] = names.count }
        return names.count
    }
}

extension Expectation {
    fileprivate var code: Int64 {
        switch self {
        case .any: -1
        case .streamExists: -2
        case .noStream: 0
        case .exact(let version): Int64(bitPattern: version)
        }
    }
}
