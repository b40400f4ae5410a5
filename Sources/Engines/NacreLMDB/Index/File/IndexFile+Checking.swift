import LMDB
import Nacre

extension IndexFile {
    /// Whether the file has no entries, because it was just created.
    func isEmpty() throws -> Bool {
        do {
            return try environment.read { transaction in
                var cursor = try transaction.openCursor()
                return try cursor.first() == nil
            }
        } catch let error as LMDBError {
            throw error.ofIndex
        }
    }

    /// Compares every key of the file, and the size of its value, with the manifest.
    ///
    /// Values are verified when they are read.
    ///
    /// - Throws: ``UnusableIndex`` if a segment is missing or an entry is unexpected.
    func checkKeys() throws {
        // In one transaction: another process may extend and merge meanwhile.
        try read { snapshot in
            var cursor = try snapshot.openCursor()
            try Self.check(&cursor, against: snapshot.manifest)
        }
    }

    private static func check(_ cursor: inout Cursor, against manifest: IndexManifest) throws {
        let expected = manifest.runs + manifest.merges.map(\.output.run)
        var found: [UInt64: IndexRun] = [:]
        for run in expected {
            found[run.id] = IndexRun(
                id: run.id, kind: run.kind, level: run.level, positions: run.firstPosition...run.lastPosition,
                maxHashes: run.hashes)
        }
        let garbage = Set(manifest.garbage)

        var entry = try indexAccess { () throws(LMDBError) in try cursor.first() }
        guard unsafe entry?.key.elementsEqual(IndexManifest.key) == true else {
            throw UnusableIndex("it does not begin with its manifest")
        }
        var filters = FilterCount(of: manifest)
        var previous: (run: UInt64, first: Posting)?
        while true {
            entry = try indexAccess { () throws(LMDBError) in try cursor.next() }
            guard let entry else { break }
            if let key = unsafe FilterKey.parse(entry.key) {
                guard previous == nil else { throw UnusableIndex("its keys are not in order") }
                if !garbage.contains(key.run) { try unsafe filters.count(key.run, key.chunk, bytes: entry.value.count) }
                continue
            }
            guard let key = unsafe SegmentKey.parse(entry.key), unsafe entry.value.count > SegmentLayout.headerBytes
            else {
                throw UnusableIndex("it contains an entry that is not a segment")
            }
            if let previous, (previous.run, previous.first) >= (key.run, key.first) {
                throw UnusableIndex("its keys are not in order")
            }
            previous = key
            if unsafe found[key.run]?.count(key.first, bytes: entry.value.count) == nil, !garbage.contains(key.run) {
                throw UnusableIndex("it contains a segment of run \(key.run), which is not in its manifest")
            }
        }
        for run in expected where found[run.id]?.hasSegments(of: run) != true {
            throw UnusableIndex("the segments of run \(run.id) do not match its manifest")
        }
        try filters.checkCompleteness()
    }
}
