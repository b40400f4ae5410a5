import Nacre

@testable import NacreLMDB

extension IndexBatch {
    /// Makes a batch of the postings of each kind.
    init(
        streams: [Posting] = [], ids: [Posting] = [], types: [Posting] = [], categories: [Posting] = [],
        tags: [Posting] = [], correlations: [Posting] = [], causations: [Posting] = [], actors: [Posting] = [],
        end: Checkpoint
    ) {
        var postings = ByKind<[Posting]>(repeating: [])
        postings.streams = streams
        postings.ids = ids
        postings.types = types
        postings.categories = categories
        postings.tags = tags
        postings.correlations = correlations
        postings.causations = causations
        postings.actors = actors
        self.init(postings, end: end)
    }

    /// Makes a batch of events.
    init(of events: some Collection<RecordedEvent>, end: Checkpoint) {
        self.init(
            streams: events.map { Posting(hash: Checksum.of($0.stream.text), position: $0.position) },
            ids: events.map { Posting(hash: $0.id.indexHash, position: $0.position) },
            types: events.map { Posting(hash: Checksum.of($0.type.text), position: $0.position) },
            categories: events.map { Posting(hash: Checksum.of($0.stream.category), position: $0.position) },
            tags: events.flatMap { event in
                event.tags.map { Posting(hash: Checksum.of($0.text), position: event.position) }
            }, correlations: Self.postings(of: events, \.correlationID),
            causations: Self.postings(of: events, \.causationID), actors: Self.postings(of: events, \.actor), end: end)
    }

    private static func postings(
        of events: some Collection<RecordedEvent>, _ value: (EventContext) -> String?
    ) -> [Posting] {
        events.compactMap { event in
            value(event.context).map { Posting(hash: Checksum.of($0), position: event.position) }
        }
    }

    /// The postings of streams.
    var streams: [Posting] {
        get { postings.streams }
        set { postings.streams = newValue }
    }
}

extension TailPostings {
    /// Makes the postings after a position of those of each kind, in ascending order of position.
    init(
        after position: Position, streams: [Posting] = [], ids: [Posting] = [], types: [Posting] = [],
        categories: [Posting] = [], tags: [Posting] = [], end: Checkpoint
    ) {
        self.init(after: position, end: end)
        let all = [
            (TermKind.stream, streams), (.id, ids), (.type, types), (.category, categories), (.tag, tags),
        ]
        for (kind, postings) in all {
            for posting in postings { columns[kind].append(posting.hash, at: UInt32(posting.position - position)) }
        }
    }
}
