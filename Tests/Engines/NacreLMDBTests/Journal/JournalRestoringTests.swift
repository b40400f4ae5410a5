import Foundation
import Nacre
import TestFolders
import TestTraits
import Testing

@testable import NacreLMDB

/// A `log.mdb` that was replaced by an older copy, beside the journal of the newer one.
@Suite(.fewAtOnce) struct JournalRestoringTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private var log: URL { URL(fileURLWithPath: folder.store + "/log.mdb") }

    /// The files that derived data and the journal leave as the only evidence.
    private func removeDerived() throws {
        for name in ["index.mdb", "index.mdb-lock"] {
            try? FileManager.default.removeItem(atPath: folder.store + "/" + name)
        }
    }

    /// Uses the journal for some events, and copies the log: while the mark is in use, or after closing.
    private func use(copying isCopying: Bool) async throws -> (log: Data, head: Position) {
        let store = try await LMDBEventStore.open(at: folder.store, options: .undrained(fileBytes: 1 << 20))
        try await store.appendUntilJournaling()
        if isCopying {
            let copy = try (log: Data(contentsOf: log), head: await store.head())
            try await append(10, to: store)
            await store.close()
            return copy
        }
        try await append(10, to: store)
        let head = try await store.head()
        await store.close()
        return (try Data(contentsOf: log), head)
    }

    private func append(_ count: Int, to store: LMDBEventStore) async throws {
        for _ in 0..<count { try await store.append([EventData(type: "T", data: [])], to: "s-1") }
    }

    private func open(readOnly: Bool = false) async throws -> LMDBEventStore {
        var options = LMDBEventStore.Options.undrained(fileBytes: 1 << 20)
        options.fallsBackToReadOnly = readOnly
        return try await LMDBEventStore.open(at: folder.store, options: options)
    }

    /// Expects that the loss is confirmed, the journal removed, and that the store works from its restored log.
    private func expectConfirmation(of older: Position, losing newer: Position) async throws {
        let confirmation = try await LMDBEventStore.confirmRestored(at: folder.store, options: .small())
        #expect(confirmation.head == older)
        #expect(confirmation.discarded.map(\.witness) == [.journal])
        #expect(confirmation.discarded.first?.position == newer)
        #expect(!FileManager.default.fileExists(atPath: folder.store + "/journal"))
        let store = try await open()
        #expect(try await store.head() == older)
        let count = try await store.appendUntilJournaling()
        try await append(3, to: store)
        #expect(try await store.head() == older + Position(count) + 3)
        await store.close()
        let again = try await open()
        #expect(try await again.head() == older + Position(count) + 3)
        await again.close()
    }

    @Test func `a journal ahead of a restored log is refused, shown, and removed when the restore is confirmed`()
        async throws
    {
        let (older, head) = try await use(copying: false)
        let (_, newer) = try await use(copying: false)
        try older.write(to: log)
        try removeDerived()
        let error = await #expect(throws: EventStoreError.self) { _ = try await open() }
        #expect(error?.code == .eventsLost)
        #expect(error?.message.contains("position \(newer)") == true, "\(error?.message ?? "")")
        let shown = try await open(readOnly: true)
        #expect(shown.isReadOnly)
        #expect(shown.lostEvents == [LostEvents(in: .journal, position: newer, head: head)])
        #expect(try await shown.readLog().collect().count == Int(head))
        await shown.close()
        try await expectConfirmation(of: head, losing: newer)
    }

    @Test func `a log copied during another use of the journal is refused until the restore is confirmed`()
        async throws
    {
        let (older, _) = try await use(copying: true)
        _ = try await use(copying: false)
        try older.write(to: log)
        try removeDerived()
        let error = await #expect(throws: EventStoreError.self) { _ = try await open() }
        #expect(error?.code == .eventsLost, "\(error?.message ?? "")")
        #expect(error?.message.contains("nonce") == true, "\(error?.message ?? "")")
        let shown = try await open(readOnly: true)
        #expect(shown.isReadOnly)
        #expect(shown.lostEvents.map(\.witness) == [.journal])
        await shown.close()
        let copied = try RawLog(store: folder.store).blocks().count
        #expect(copied > 0)
        let confirmed = try await LMDBEventStore.confirmRestored(at: folder.store, options: .small())
        #expect(confirmed.discarded.map(\.witness) == [.journal])
        #expect(!FileManager.default.fileExists(atPath: folder.store + "/journal"))
        let store = try await open()
        #expect(try await store.head() == confirmed.head)
        try await store.appendUntilJournaling()
        await store.close()
    }
}
