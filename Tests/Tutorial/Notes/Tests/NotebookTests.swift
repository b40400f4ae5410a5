import DomainKit
import Nacre
import NacreTesting
import Notebook
import NotesDomain
import Testing

@Suite struct NotebookTests {
    private let store = FaultyEventStore(InMemoryEventStore())
    private let ids = SequentialIDGenerator()
    private let notes: NoteUseCases

    init() {
        notes = Notebook(on: store, models: InMemoryReadModelStore(), time: ManualTimeSource(), ids: ids).notes
    }

    @Test func `a note is listed until it is struck out`() async throws {
        let milk = try await notes.write("Buy milk")
        _ = try await notes.write("Buy tea")
        #expect(milk == NoteID(ids.id(1)))
        #expect(try await notes.queries.notes() == ["Buy milk", "Buy tea"])
        try await notes.strike(milk)
        #expect(try await notes.queries.notes() == ["Buy tea"])
    }

    @Test func `a conflict is retried on fresh state`() async throws {
        let milk = try await notes.write("Buy milk")
        store.failAppend(with: .conflict)
        try await notes.strike(milk)
        #expect(try await notes.queries.notes().isEmpty)
    }
}
