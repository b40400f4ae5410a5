import DomainKit
import Nacre

extension CommandError {
    /// The error for a path at which no event has a value; the message names the nearest path that exists.
    static func noValue(at path: JSONPath, in events: [RecordedEvent]) -> CommandError {
        var existing: Set<JSONPath> = []
        for event in events where existing.count < 10_000 {
            existing.formUnion(event.data.paths(from: "data"))
            existing.formUnion(event.metadata.paths(from: "metadata"))
        }
        var nearest = NearestName(to: path.text)
        for text in existing.map(\.text).sorted() { nearest.consider(text) }
        return CommandError(
            .badInput, "nothing is extracted, because a mask hides nothing: \(nearest.note(kind: "path"))")
    }
}

extension [UInt8] {
    /// The paths of all values in a document, with `[*]` for elements.
    fileprivate func paths(from root: String) -> [JSONPath] {
        var reader = JSONReader(span)
        var paths: [JSONPath] = []
        do throws(JSONError) {
            try Self.collect(JSONPath(root: root, steps: []), &reader, &paths)
        } catch {
            // Data need not be JSON: it has no further paths.
        }
        return paths
    }

    private static func collect(
        _ path: JSONPath, _ reader: inout JSONReader, _ paths: inout [JSONPath]
    ) throws(JSONError) {
        if !path.steps.isEmpty { paths.append(path) }
        switch try reader.nextKind() {
        case .object:
            try reader.beginObject()
            while let name = try reader.nextKey() { try collect(path.appending(.key(name)), &reader, &paths) }
        case .array:
            try reader.beginArray()
            while try reader.nextElement() { try collect(path.appending(.everyElement), &reader, &paths) }
        default: try reader.skipValue()
        }
    }
}

extension JSONPath {
    fileprivate func appending(_ step: Step) -> JSONPath { JSONPath(root: root, steps: steps + [step]) }
}
