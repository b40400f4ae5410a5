import DomainKit
import Nacre

extension PeerCommit.Entry {
    init(_ entry: Commit.Entry) {
        self.init(
            stream: entry.stream.text, id: entry.event.id?.description, type: entry.event.type.text,
            schema: entry.event.schema, nanoseconds: entry.event.time?.nanosecondsSince1970,
            decimals: entry.event.time?.decimals, tags: entry.event.tags.map(\.text), data: entry.event.data,
            metadata: entry.event.metadata)
    }

    var entry: Commit.Entry {
        Commit.Entry(
            stream: StreamName(stream),
            event: EventData(
                id: id.flatMap { EventID($0) }, type: EventType(type), schema: schema,
                time: nanoseconds.map { Instant(nanosecondsSince1970: $0, decimals: decimals ?? 9) },
                tags: tags.map(Tag.init), data: data, metadata: metadata))
    }
}

extension PeerCommit.Guarded {
    init(_ guarded: Commit.Guard) {
        switch guarded.expectation {
        case .any: self.init(stream: guarded.stream.text, kind: "any", version: nil)
        case .noStream: self.init(stream: guarded.stream.text, kind: "noStream", version: nil)
        case .streamExists: self.init(stream: guarded.stream.text, kind: "streamExists", version: nil)
        case .exact(let version): self.init(stream: guarded.stream.text, kind: "exact", version: version)
        }
    }

    var guarded: Commit.Guard {
        let expectation: Expectation =
            switch kind {
            case "noStream": .noStream
            case "streamExists": .streamExists
            case "exact": .exact(version ?? 0)
            default: .any
            }
        return Commit.Guard(stream: StreamName(stream), expectation: expectation)
    }
}

extension PeerCommit.Condition {
    init(_ condition: AppendCondition) {
        self.init(
            items: condition.failIfEventsMatch.items?.map { item in
                Item(
                    types: item.types.map(\.text), categories: item.categories, tags: item.tags.map(\.text),
                    correlations: item.correlations, causations: item.causations, actors: item.actors)
            }, after: condition.after)
    }

    var condition: AppendCondition {
        let items = items?.map { item in
            Query.Item(
                types: item.types.map(EventType.init), categories: item.categories, tags: item.tags.map(Tag.init),
                correlations: item.correlations, causations: item.causations, actors: item.actors)
        }
        return AppendCondition(failIfEventsMatch: items.map(Query.init) ?? .all, after: after)
    }
}
