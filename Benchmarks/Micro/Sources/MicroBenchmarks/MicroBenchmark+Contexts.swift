import Nacre

@testable import NacreLMDB

extension MicroBenchmark {
    /// Contexts of events, whose values are terms of the index.
    static let contexts = [contextHashing]

    /// The reading of a context from an event's metadata, and the hashes of its values, as in an append and a match.
    private static let contextHashing = MicroBenchmark("context.hash", per: "event") { _ in
        let metadata = try (0..<256).map { number in
            try EventContext(
                correlationID: SampleEvents.id(of: number / 8).description,
                causationID: SampleEvents.id(of: number).description, actor: "user-\(number % 10)"
            ).metadata
        }
        return MicroWork(units: metadata.count) {
            metadata.count { ContextHashes(of: $0.span).causation != nil }
        }
    }
}
