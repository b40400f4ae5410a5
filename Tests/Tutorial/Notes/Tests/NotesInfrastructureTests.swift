import Nacre
import NacreTesting
import NotesDomain
import NotesInfrastructure
import Testing

@Suite struct NotesInfrastructureTests {
    private let codec = NoteEvent.codec

    @Test func `every event comes back, and every type is written`() throws {
        try EventCodecConformance.check(codec, samples: [.written(text: "Buy milk"), .struck])
    }

    @Test func `the stored form of events never changes`() throws {
        let data = codec.encode(.written(text: "Buy milk"))
        #expect(data.type == "NoteWritten")
        #expect(data.schema == 2)
        #expect(data.data == Array(#"{"text":"Buy milk"}"#.utf8))
        #expect(codec.encode(.struck).type == "NoteStruck")
    }

    @Test func `the read model has the notes that were not struck out`() async throws {
        try await NotesProjection()
            .given("note-1", [.written(text: "Buy milk")], by: codec)
            .given("note-2", [.written(text: "Buy tea")], by: codec)
            .given("note-1", [.struck], by: codec)
            .given("note-2", EventData(type: "NoteFramed", data: []))
            .thenRows(#"note "Buy tea""#, "note-2 was written")
    }

    @Test func `an event that cannot be read halts the projection`() async throws {
        try await NotesProjection()
            .given("note-1", [.written(text: "Buy milk")], by: codec)
            .given("note-2", EventData(type: "NoteWritten", data: Array("{}".utf8)))
            .thenHalts(at: 2)
            .thenRows(#"note "Buy milk""#, "note-1 was written")
    }
}
