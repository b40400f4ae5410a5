import Nacre

extension IndexManifest {
    /// The key of the manifest, which sorts before all segments.
    static let key: [UInt8] = [0]

    private static let magic: UInt32 = 0x4952_434E  // "NCRI"

    /// An upper bound on run ids.
    private static let maxRunID: UInt64 = 1 << 62

    /// The encoded manifest.
    func encoded() -> [UInt8] {
        let size =
            ManifestLayout.headerBytes + ManifestLayout.Run.byteCount * runs.count
            + ManifestLayout.Merge.byteCount * merges.count + ManifestLayout.garbageBytes * garbage.count
            + ManifestLayout.checksumBytes
        var encoded = [UInt8](repeating: 0, count: size)
        unsafe encoded.withUnsafeMutableBytes { bytes in
            unsafe bytes.store(Self.magic, at: ManifestLayout.magicOffset)
            unsafe bytes.store(IndexFormat.version, at: ManifestLayout.formatOffset)
            unsafe checkpoint.store(at: ManifestLayout.checkpointOffset, in: bytes)
            unsafe bytes.store(nextRunID, at: ManifestLayout.nextRunIDOffset)
            unsafe bytes.store(UInt32(runs.count), at: ManifestLayout.runCountOffset)
            unsafe bytes.store(UInt32(merges.count), at: ManifestLayout.mergeCountOffset)
            unsafe bytes.store(UInt32(garbage.count), at: ManifestLayout.garbageCountOffset)
            unsafe bytes.store(eventsPerSecond, at: ManifestLayout.eventsPerSecondOffset)
            var offset = ManifestLayout.headerBytes
            for run in runs {
                unsafe run.store(at: offset, in: bytes)
                offset += ManifestLayout.Run.byteCount
            }
            for merge in merges {
                unsafe merge.store(at: offset, in: bytes)
                offset += ManifestLayout.Merge.byteCount
            }
            for run in garbage {
                unsafe bytes.store(run, at: offset)
                offset += ManifestLayout.garbageBytes
            }
            unsafe bytes.store(Checksum.of(UnsafeRawBufferPointer(bytes).part(from: 0, to: offset)), at: offset)
        }
        return encoded
    }

    /// Decodes a manifest.
    ///
    /// - Throws: ``UnusableIndex`` if it is damaged or of another format.
    init(_ bytes: UnsafeRawBufferPointer) throws(UnusableIndex) {
        guard bytes.count >= ManifestLayout.headerBytes + ManifestLayout.checksumBytes,
            unsafe bytes.integer(at: ManifestLayout.magicOffset, as: UInt32.self) == Self.magic
        else {
            throw UnusableIndex("its manifest is invalid")
        }
        let end = bytes.count - ManifestLayout.checksumBytes
        guard unsafe Checksum.of(bytes.part(from: 0, to: end)) == bytes.integer(at: end, as: UInt64.self) else {
            throw UnusableIndex("the checksum of its manifest does not match")
        }
        let format = unsafe bytes.integer(at: ManifestLayout.formatOffset, as: UInt16.self)
        guard format == IndexFormat.version else {
            throw UnusableIndex("it has format \(format), but this program uses format \(IndexFormat.version)")
        }
        let runCount = unsafe Int(bytes.integer(at: ManifestLayout.runCountOffset, as: UInt32.self))
        let mergeCount = unsafe Int(bytes.integer(at: ManifestLayout.mergeCountOffset, as: UInt32.self))
        let garbageCount = unsafe Int(bytes.integer(at: ManifestLayout.garbageCountOffset, as: UInt32.self))
        let mergesOffset = ManifestLayout.headerBytes + ManifestLayout.Run.byteCount * runCount
        let garbageOffset = mergesOffset + ManifestLayout.Merge.byteCount * mergeCount
        guard garbageOffset + ManifestLayout.garbageBytes * garbageCount == end else {
            throw UnusableIndex("the size of its manifest does not match")
        }

        let runs = (0..<runCount).compactMap {
            unsafe IndexRun(at: ManifestLayout.headerBytes + ManifestLayout.Run.byteCount * $0, in: bytes)
        }
        let merges = (0..<mergeCount).compactMap {
            unsafe IndexMerge(at: mergesOffset + ManifestLayout.Merge.byteCount * $0, in: bytes)
        }
        unsafe self.init(
            checkpoint: Checkpoint(at: ManifestLayout.checkpointOffset, in: bytes),
            nextRunID: bytes.integer(at: ManifestLayout.nextRunIDOffset), runs: runs, merges: merges,
            garbage: (0..<garbageCount).map {
                unsafe bytes.integer(at: garbageOffset + ManifestLayout.garbageBytes * $0)
            },
            eventsPerSecond: unsafe bytes.integer(at: ManifestLayout.eventsPerSecondOffset))
        guard runs.count == runCount, merges.count == mergeCount, isConsistent else {
            throw UnusableIndex("its manifest is inconsistent")
        }
    }

    /// Whether the manifest is consistent: a faulty program could have written one with a valid checksum.
    private var isConsistent: Bool {
        let ids = runs.map(\.id) + merges.map(\.output.run.id) + garbage
        guard runs.count + merges.count <= IndexFormat.maxRuns,
            checkpoint.position <= LogFormat.maxPosition, (1...Self.maxRunID).contains(nextRunID),
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
