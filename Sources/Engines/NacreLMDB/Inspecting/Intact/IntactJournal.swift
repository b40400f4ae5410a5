import LMDB
import Nacre

/// Reads the events of a journal that could not be recovered, around its damage.
struct IntactJournal {
    private(set) var found = IntactEvents()

    /// The first position that has not been read.
    private var position: Position
    /// Why events before the next frame are missing.
    private var reason: String?
    private var isInUse = false

    /// Continues a log.
    ///
    /// - Parameter end: Where its blocks end.
    init(after end: IntactReader.End) {
        position = end.position
        reason = end.damage
    }

    /// Reads the journal if it is in use, and its events have not been put into the log.
    ///
    /// - Throws: `inputOutput` if the disk fails.
    mutating func read(of store: LMDBEventStore) throws {
        guard store.lostEvents.contains(where: { $0.witness == .journal }) else { return }
        let path = store.folder.journal
        let log = store.environment
        let mark = try log.withStoredSnapshot { (snapshot) in try snapshot.markedHeader(path: log.path)?.mark }
        guard case .inUse(let nonce) = mark else { return }
        isInUse = true
        do throws(EventStoreError) {
            guard let journal = try JournalFile.open(path, of: store.id, for: .reading) else {
                reason = "the journal \(quoted(path, upTo: .max)), which held them, is missing"
                return
            }
            guard journal.control.nonce == nonce else {
                reason = "the journal \(quoted(path, upTo: .max)) is another one than the one that held them"
                return
            }
            reason = reason ?? "frames of the journal \(quoted(path, upTo: .max)) are damaged"
            var reader = JournalReader(journal)
            let frames = try reader.intactFrames()
            for frame in frames.intact { add(frame) }
            // One frame is written at a time: behind the newest one there is nothing.
            if let last = frames.intact.last, last.number >= frames.newest { reason = nil }
        } catch {
            guard error.code != .inputOutput else { throw error }
            reason = error.finding
        }
    }

    /// Adds the events of a frame that the log lacks.
    private mutating func add(_ frame: RecoveredFrame) {
        guard frame.end.position >= position else { return }
        var start = frame.before.position + 1
        if start > position { lose(to: start - 1) }
        var byteCount = 0
        unsafe frame.bytes.withUnsafeBytes { bytes in
            for range in frame.blocks {
                // Its header was verified with the frame.
                guard let block = try? unsafe Block(bytes.part(from: range.lowerBound, to: range.upperBound), at: start)
                else { return }
                for position in max(position, start)...max(position, block.header.lastPosition)
                where block.holds(position) {
                    found.add(block, position, &byteCount)
                }
                start = block.header.lastPosition + 1
            }
        }
        position = frame.end.position + 1
    }

    private mutating func lose(to last: Position) {
        found.damage.join(LogDamage(first: position, last: last, reason: reason ?? "nothing holds them"))
        position = last + 1
    }

    /// Ends the log: what is known of later events is damage.
    ///
    /// - Parameters:
    ///   - lost: The events that derived data or the journal is known to have had.
    ///   - doubt: Why the last commits of the log may be hidden.
    mutating func finish(knowing lost: [LostEvents], doubting doubt: EventStoreError?) {
        let later = lost.filter { $0.head != nil && $0.position >= position && !(isInUse && $0.witness == .journal) }
        // Derived data has applied some events of a journal in use, perhaps not all: where they end is unknown.
        let last = isInUse || doubt != nil ? nil : later.map(\.position).max()
        let unknown = doubt.map { "whether commits follow is unknown: \($0.finding)" }
        let known = later.isEmpty ? unknown : later.map(\.description).joined(separator: "; ")
        guard let reason = reason ?? known else { return }
        found.damage.join(LogDamage(first: position, last: last, reason: reason))
    }
}

extension JournalReader {
    /// The whole frames of this use of the journal, in order of their numbers, wherever they lie; and the highest number
    /// of any frame of which a page is there.
    ///
    /// - Throws: `inputOutput` if the disk fails.
    mutating func intactFrames() throws(EventStoreError) -> (intact: [RecoveredFrame], newest: UInt64) {
        let beginnings = try frameBeginnings()
        var frames: [RecoveredFrame] = []
        for (number, offset) in beginnings.places {
            if case .success(let frame) = try frame(number, at: offset) { frames.append(frame) }
        }
        return (frames.sorted { $0.number < $1.number }, beginnings.newest)
    }
}
