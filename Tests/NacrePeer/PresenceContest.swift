import Foundation
import LMDB
import NacreLMDB
import PeerMessages
import Synchronization

/// Openings that many threads of several processes register and end, each owning the journal where it can.
///
/// All processes count in a shared page of memory: first the openings, each from the return of registering until it
/// begins to close, then the owners, from the return of `own` until it begins to give up the ownership.
struct PresenceContest {
    private let folder: StoreFolder
    private let counts: SharedCounts

    /// - Parameter path: The folder of the store, which has a file `counts` of 4,096 zeros.
    /// - Throws: Foundation's error if that file cannot be mapped.
    init(folder path: String) throws {
        folder = StoreFolder(path)
        counts = try SharedCounts(path: path + "/counts")
    }

    func run(threads: Int, for duration: Duration) throws -> PeerPresenceContest {
        let end = ContinuousClock.now + duration
        let outcomes = Mutex<[Result<PeerPresenceContest, any Error>]>([])
        let group = DispatchGroup()
        for _ in 0..<threads {
            group.enter()
            Thread.detachNewThread {
                let outcome = Result { try takePart(until: end) }
                outcomes.withLock { $0.append(outcome) }
                group.leave()
            }
        }
        group.wait()
        return try outcomes.withLock { $0 }.reduce(into: PeerPresenceContest()) { sum, outcome in
            let part = try outcome.get()
            sum.openings += part.openings
            sum.owners += part.owners
            sum.violations += part.violations
        }
    }

    private func takePart(until end: ContinuousClock.Instant) throws -> PeerPresenceContest {
        var report = PeerPresenceContest()
        while ContinuousClock.now < end {
            let presence = try StorePresence.register(
                in: folder, waiting: WriteLockWaitPolicy(limit: .seconds(60)))
            report.openings += 1
            counts[0].pointee.add(1, ordering: .sequentiallyConsistent)
            if counts[1].pointee.load(ordering: .sequentiallyConsistent) != 0 { report.violations += 1 }
            if try presence.own() { own(presence, &report) }
            counts[0].pointee.subtract(1, ordering: .sequentiallyConsistent)
            presence.close()
            // So long that an opening is alone now and then.
            usleep(.random(in: 0..<2_000))
        }
        return report
    }

    private func own(_ presence: StorePresence, _ report: inout PeerPresenceContest) {
        report.owners += 1
        counts[1].pointee.add(1, ordering: .sequentiallyConsistent)
        usleep(.random(in: 0..<200))
        if counts[0].pointee.load(ordering: .sequentiallyConsistent) != 1 { report.violations += 1 }
        if counts[1].pointee.load(ordering: .sequentiallyConsistent) != 1 { report.violations += 1 }
        counts[1].pointee.subtract(1, ordering: .sequentiallyConsistent)
        // Otherwise closing gives it up.
        if Bool.random() { presence.disown() }
    }
}
