import DomainKit
import Foundation
import InMemoryLogging
import Logging
import Nacre
import NacreLMDB
import Synchronization
import TestFolders

extension TemporaryFolder {
    /// The path of a test's only store.
    var store: String { path + "/store" }

    /// The files in it with their bytes, except LMDB's lock files, which may come and go.
    func contents() throws -> [String: Data?] {
        let names = try FileManager.default.subpathsOfDirectory(atPath: path).filter { !$0.hasSuffix("-lock") }
        return Dictionary(
            uniqueKeysWithValues: names.map { ($0, FileManager.default.contents(atPath: path + "/" + $0)) })
    }
}

extension LMDBEventStore.Options {
    /// Small maps, so that many tests can run at once.
    static func small(
        createsStore: Bool = true, timeSource: any TimeSource = SystemTimeSource(),
        logger: Logger = Logged().logger
    ) -> LMDBEventStore.Options {
        var options = LMDBEventStore.Options(
            createsStore: createsStore, mapSize: 256 << 20, derivedMapSize: 64 << 20,
            // Whether a store is busy depends on the disk, and a test must not.
            usesJournal: false, timeSource: timeSource, logger: logger)
        if ProcessInfo.processInfo.environment["NACRE_TEST_JOURNAL"] == "eager" { options.makeJournalEager() }
        return options
    }

    /// The same without syncing, for what is quick to make and no test of durability.
    static func unsynced(
        timeSource: any TimeSource = SystemTimeSource(), logger: Logger = Logged().logger
    ) -> LMDBEventStore.Options {
        var options = small(timeSource: timeSource, logger: logger)
        options.durability = .unsynced
        return options
    }
}

extension LMDBEventStore.Options {
    /// Uses the journal from the first commit on, and again at once after its use has ended.
    mutating func makeJournalEager() {
        usesJournal = true
        journal.busyTime = 0
        journal.pausesWhileBuilding = false
        // A lone caller writes its frame itself, however slow the machine is.
        journal.aloneWriteTime = .max
        journal.resumptionLimit = .max
        journal.retryInterval = 1_000_000
        journal.drainInterval = 20_000_000
        journal.drainBytes = 64 << 10
        journal.fileBytes = 4 << 20
    }
}

/// Collects what a store logs.
final class Logged: Sendable {
    private let handler: InMemoryLogHandler

    /// Begins to collect messages of a level and above.
    init(from level: Logger.Level = .notice) {
        var handler = InMemoryLogHandler()
        handler.logLevel = level
        self.handler = handler
    }

    var logger: Logger { Logger(label: "test", factory: { [handler] _ in handler }) }
    var entries: [InMemoryLogHandler.Entry] { handler.entries }
    var all: [String] { entries.map { "\($0.message) \($0.metadata)" } }
}

/// Collects sentences.
final class Notices: Sendable {
    private let list = Mutex<[String]>([])
    var all: [String] { list.withLock { $0 } }
    func add(_ notice: String) { list.withLock { $0.append(notice) } }
}

/// Collects what a verification finds.
final class Findings: Sendable {
    private let list = Mutex<[VerificationFinding]>([])
    var all: [VerificationFinding] { list.withLock { $0 } }
    func add(_ finding: VerificationFinding) { list.withLock { $0.append(finding) } }
}
