import Nacre
import NacreTesting
import NotesDomain
import NotesInfrastructure
import Testing

/// Events in the forms in which former versions stored them.
///
/// Add events here, and never change one.
@Suite struct NotesPastTests {
    private let schema1 = Array(
        #"""
        {"id":"00000000-0000-4000-8000-000000000001","stream":"note-1","type":"NoteWritten","data":{"text":" Buy milk\n"}}
        {"id":"00000000-0000-4000-8000-000000000002","stream":"note-1","type":"NoteStruck","data":{}}
        """#.utf8)

    @Test func `an event of schema 1 is read through its upcaster`() throws {
        let events = try EventCodecConformance.read(ndjson: schema1, by: NoteEvent.codec)
        #expect(events == [.written(text: "Buy milk"), .struck])
    }

    @Test func `the read model is the same, whichever schema a note was written with`() async throws {
        try await NotesProjection()
            .given("note-1", EventData(type: "NoteWritten", fields: ["text": " Buy milk\n"]))
            .given("note-2", [.written(text: "Buy tea")], by: NoteEvent.codec)
            .thenRows(#"note "Buy milk""#, #"note "Buy tea""#, "note-1 was written", "note-2 was written")
    }
}
