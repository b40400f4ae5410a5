import Nacre

extension IndexManifest {
    /// The key of the manifest, which sorts before all segments.
    static let key: [UInt8] = [0]

    private static let magic: UInt32 = 0x4952_434E  // "NCRI"
    private static let headerBytes = 64
    private static let checksumBytes = 8

    /// An upper bound on run ids.
    private static let greatestRunID: UInt64 = 1 << 62

    /// The encoded manifest.
    func encoded() -> [UInt8] {
        let size =
            Self.headerBytes + IndexRun.byteCount * runs.count + IndexMerge.byteCount * merges.count
            + 8 * garbage.count + Self.checksumBytes
        var encoded = [UInt8](repeating: 0, count: size)
        encoded.withUnsafeMutableBytes { bytes in
            bytes.store(Self.magic, at: 0)
            bytes.store(IndexFormat.version, at: 4)
            checkpoint.storeID.uuid.store(at: 8, in: bytes)
            bytes.store(checkpoint.position, at: 24)
            bytes.store(checkpoint.fingerprint, at: 32)
            bytes.store(nextRunID, at: 40)
            bytes.store(UInt32(runs.count), at: 48)
            bytes.store(UInt32(merges.count), at: 52)
            bytes.store(UInt32(garbage.count), at: 56)
            bytes.store(eventsPerSecond, at: 60)
            var offset = Self.headerBytes
            for run in runs {
                run.store(at: offset, in: bytes)
                offset += IndexRun.byteCount
            }
            for merge in merges {
                merge.store(at: offset, in: bytes)
                offset += IndexMerge.byteCount
            }
            for run in garbage {
                bytes.store(run, at: offset)
                offset += 8
            }
            bytes.store(Checksum.of(UnsafeRawBufferPointer(bytes).part(from: 0, to: offset)), at: offset)
        }
        return encoded
    }

    /// Decodes a manifest.
    ///
    /// - Throws: ``UnusableIndex`` if it is damaged or of another format.
    init(_ bytes: UnsafeRawBufferPointer) throws(UnusableIndex) {
        guard bytes.count >= Self.headerBytes + Self.checksumBytes, bytes.integer(at: 0, as: UInt32.self) == Self.magic
        else {
            throw UnusableIndex("its manifest is none")
        }
        let end = bytes.count - Self.checksumBytes
        guard Checksum.of(bytes.part(from: 0, to: end)) == bytes.integer(at: end, as: UInt64.self) else {
            throw UnusableIndex("its manifest does not have the checksum that it says")
        }
        let format = bytes.integer(at: 4, as: UInt16.self)
        guard format == IndexFormat.version else {
            throw UnusableIndex("it is of format \(format), and this program's is \(IndexFormat.version)")
        }
        let runCount = Int(bytes.integer(at: 48, as: UInt32.self))
        let mergeCount = Int(bytes.integer(at: 52, as: UInt32.self))
        let garbageCount = Int(bytes.integer(at: 56, as: UInt32.self))
        let mergesOffset = Self.headerBytes + IndexRun.byteCount * runCount
        let garbageOffset = mergesOffset + IndexMerge.byteCount * mergeCount
        guard garbageOffset + 8 * garbageCount == end else {
            throw UnusableIndex("its manifest does not have the size that it says")
        }

        let runs = (0..<runCount).compactMap {
            IndexRun(at: Self.headerBytes + IndexRun.byteCount * $0, in: bytes)
        }
        let merges = (0..<mergeCount).compactMap {
            IndexMerge(at: mergesOffset + IndexMerge.byteCount * $0, in: bytes)
        }
        self.init(
            checkpoint: Checkpoint(
                storeID: StoreID(EventID(at: 8, in: bytes)), position: bytes.integer(at: 24),
                fingerprint: bytes.integer(at: 32)),
            nextRunID: bytes.integer(at: 40), runs: runs, merges: merges,
            garbage: (0..<garbageCount).map { bytes.integer(at: garbageOffset + 8 * $0) },
            eventsPerSecond: bytes.integer(at: 60))
        guard runs.count == runCount, merges.count == mergeCount, isConsistent else {
            throw UnusableIndex("its manifest contradicts itself")
        }
    }

    /// Whether the manifest is consistent: a faulty program could have written one with a valid checksum.
    private var isConsistent: Bool {
        let ids = runs.map(\.id) + merges.map(\.output.run.id) + garbage
        guard runs.count + merges.count <= IndexFormat.greatestRuns,
            checkpoint.position <= LogFormat.maxPosition, (1...Self.greatestRunID).contains(nextRunID),
            Set(ids).count == ids.count, ids.allSatisfy({ $0 < nextRunID })
        else { return false }
        for kind in TermKind.allCases {
            var previous: IndexRun?
            for run in runs where run.kind == kind {
                guard run.segments > 0, run.firstPosition > 0, run.lastPosition <= checkpoint.position else {
                    return false
                }
                if let previous {
                    guard run.firstPosition > previous.lastPosition, run.level <= previous.level else { return false }
                }
                previous = run
            }
        }
        return merges.allSatisfy { merge in
            let output = merge.output.run
            let alike = runs.filter { $0.kind == output.kind && $0.level + 1 == output.level }
            // The oldest runs of their level, which are adjacent.
            return merge.sources == alike.prefix(IndexFormat.fanIn).map(\.id)
                && output.firstPosition == alike.first?.firstPosition
                && output.lastPosition == alike[IndexFormat.fanIn - 1].lastPosition
                && output.filterBlocks == merge.filterBlocks(of: alike.prefix(IndexFormat.fanIn))
        }
    }
}
