import Foundation
import Nacre
import TestFolders
import Testing

@testable import NacreLMDB

extension LMDBEventStore.Options {
    /// A store that takes its journal into use with the first append, and gives it up only when it must.
    static func journaled(fileBytes: Int = 8 << 20) -> LMDBEventStore.Options {
        var options = small()
        options.makeJournalEager()
        options.journal.drainInterval = JournalPolicy().drainInterval
        options.journal.drainBytes = JournalPolicy().drainBytes
        options.journal.idleTime = 600_000_000_000
        options.journal.fileBytes = fileBytes
        return options
    }

    /// The same, and nothing is drained but for a hand-over, a large group, or closing.
    static func undrained(fileBytes: Int = 8 << 20) -> LMDBEventStore.Options {
        var options = journaled(fileBytes: fileBytes)
        options.journal.drainInterval = 600_000_000_000
        options.journal.drainBytes = .max
        return options
    }
}

extension LMDBEventStore {
    /// Whether appends go through the journal at present.
    var isJournaling: Bool { journaling?.statistics.isInUse == true }

    /// Appends events one by one until the journal is in use.
    ///
    /// - Returns: The number of events.
    @discardableResult
    func appendUntilJournaling(to stream: StreamName = "before-1") async throws -> Int {
        let deadline = ContinuousClock.now + .seconds(60)
        var count = 0
        while !isJournaling {
            try #require(ContinuousClock.now < deadline, "the journal is not taken into use")
            try await append([EventData(type: "T", data: Array("\(count)".utf8))], to: stream)
            count += 1
        }
        return count
    }

    /// Waits until a condition holds.
    func wait(until condition: (LMDBEventStore) -> Bool) async throws {
        let deadline = ContinuousClock.now + .seconds(60)
        while !condition(self) {
            try #require(ContinuousClock.now < deadline, "the condition does not become true")
            try await Task.sleep(for: .milliseconds(1))
        }
    }
}
