import Nacre
import NacreLMDB
import TestRandomness

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension KilledStore {
    /// The log and the journal as the engine leaves them in use, copied while the store is open.
    ///
    /// - Parameters:
    ///   - specimen: The store before.
    ///   - folder: An empty folder.
    /// - Returns: The copy.
    /// - Throws: `EventStoreError`; ``Mistake`` if the copy is not as the format says.
    static func madeByEngine(from specimen: Specimen, in folder: String) async throws -> KilledStore {
        try specimen.write(to: folder)
        var options = Specimen.options(SteppedClock(), isIndexing: false)
        options.durability = .full
        options.useJournalAtOnce(pages: 40)
        let store = try await LMDBEventStore.open(at: folder, options: options)
        var work = Workload(random: SeededGenerator(seed: 77), dataBytes: 700, crowding: 20)
        while store.journalStatistics?.isInUse != true {
            try await store.append(work.commit(events: 1))
            // So that the journal is ready before the next append, and the number of events is the same in each run.
            try await Task.sleep(for: .milliseconds(50))
        }
        for count in [3, 1, 12, 2, 20, 1] { try await store.append(work.commit(events: count)) }
        let journal = [UInt8](try Data(contentsOf: URL(filePath: folder + "/journal")))
        let copy = folder + "/copy.mdb"
        try FileManager.default.copyItem(atPath: folder + "/log.mdb", toPath: copy)
        await store.close()
        let log = try RawFile.entries(of: copy)
        guard let walk = JournalVerdict.walk(log, journal), walk.damage == nil, !walk.frames.isEmpty else {
            throw Mistake("the journal of a killed store cannot be read")
        }
        let killed = KilledStore(
            name: "\(specimen.shape), as the engine left it", shape: specimen.shape, isBehindDerived: false, log: log,
            journal: journal, frames: walk.frames, loggedFrames: 0, nonce: walk.control.nonce)
        guard ParsedLog(killed.acknowledged).events == ParsedLog(try RawFile.entries(of: folder + "/log.mdb")).events
        else { throw Mistake("the journal of a killed store lacks events") }
        return killed
    }
}

extension LMDBEventStore.Options {
    /// Takes the journal into use with the first appends, and drains it only at the end.
    mutating func useJournalAtOnce(pages: Int) {
        journal.busyTime = 0
        journal.pausesWhileBuilding = false
        journal.aloneWriteTime = .max
        journal.resumptionLimit = .max
        journal.retryInterval = 1_000_000
        journal.idleTime = 600_000_000_000
        journal.drainInterval = 600_000_000_000
        journal.drainBytes = .max
        journal.fileBytes = JournalBytes.ring + pages * JournalBytes.page
    }
}
