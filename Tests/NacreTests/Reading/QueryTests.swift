import Nacre
import Testing

@Suite struct QueryTests {
    @Test(
        arguments: [
            { Query.categories($0) }, { Query([Query.Item(types: [EventType($0)])]) },
            { Query([Query.Item(tags: [Tag($0)])]) }, { Query.correlations($0) }, { Query.causations($0) },
            { Query.actors($0) },
        ] as [@Sendable (String) -> Query])
    func `queries are equal exactly if the bytes of their names are`(query: @Sendable (String) -> Query) {
        // One word in two Unicode spellings.
        let (composed, decomposed) = ("caf\u{E9}", "cafe\u{301}")
        #expect(query(composed) == query(composed))
        #expect(query(composed).hashValue == query(composed).hashValue)
        #expect(query(composed) != query(decomposed))
        #expect(query(composed) != query("tea"))
        #expect(query(composed) != .all)
    }
}
