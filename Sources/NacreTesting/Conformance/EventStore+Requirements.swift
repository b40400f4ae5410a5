internal import Nacre

extension EventStore {
    /// Fails the rule unless a commit is refused with a code and nothing is written.
    @discardableResult
    func requireRefused(
        _ commit: Commit, _ code: EventStoreError.Code, _ what: String
    ) async throws -> EventStoreError {
        let before = try await head()
        let error = try await requireError(code, what) { _ = try await append(commit) }
        try requireEqual(try await head(), before, "the head after \(what) was refused")
        return error
    }

    /// Fails the rule unless a commit is refused for exceeding a limit, in a message with the figures.
    func requireOutsideLimit(_ commit: Commit, naming figures: [Int], _ what: String) async throws {
        let error = try await requireRefused(commit, .invalidArgument, what)
        try requireNamed(figures.map { String($0) }, in: error, what)
    }

    /// The events of the whole log.
    func everything() async throws -> [RecordedEvent] {
        try await readLog().collect()
    }
}

extension EventData {
    /// An event whose data is a text.
    static func fact(
        _ text: String = "it happened", type: EventType = "Happened", id: EventID? = nil, tags: [Tag] = []
    ) -> EventData {
        EventData(id: id, type: type, tags: tags, data: [UInt8](text.utf8))
    }

    /// Events whose data are numbers.
    static func facts(_ numbers: ClosedRange<Int>, type: EventType = "Happened") -> [EventData] {
        numbers.map { .fact(String($0), type: type) }
    }
}

extension RecordedEvent {
    /// The data as text.
    var text: String { String(decoding: data, as: UTF8.self) }
}

extension Sequence<RecordedEvent> {
    /// The data as texts.
    var texts: [String] { map(\.text) }

    /// The positions.
    var positions: [Position] { map(\.position) }

    /// The versions.
    var versions: [StreamVersion] { map(\.version) }
}

extension Array where Element: ByteComparedName {
    /// The bytes of every name, by which arrays of them are compared in reports.
    var bytes: [[UInt8]] { map { [UInt8]($0.text.utf8) } }
}
