/// The layout of the manifest of the index; offsets and sizes in bytes.
///
/// `Docs/FileFormat.md` describes the fields. The runs, the merges, the ids of the runs to be deleted and a checksum of
/// everything before follow the header.
enum ManifestLayout {
    static let magicOffset = 0
    static let formatOffset = 4
    /// The checkpoint, see ``CheckpointLayout``.
    static let checkpointOffset = 8
    static let nextRunIDOffset = 40
    /// The number of runs, in 32 bits.
    static let runCountOffset = 48
    /// The number of merges, in 32 bits.
    static let mergeCountOffset = 52
    /// The number of runs to be deleted, in 32 bits.
    static let garbageCountOffset = 56
    static let eventsPerSecondOffset = 60
    static let headerBytes = 64

    /// The id of a run to be deleted.
    static let garbageBytes = 8
    static let checksumBytes = 8

    /// The layout of a run in the manifest.
    enum Run {
        static let idOffset = 0
        static let kindOffset = 8
        static let levelOffset = 9
        /// Bytes that are zero.
        static let reserved = 10..<16
        static let firstPositionOffset = 16
        static let lastPositionOffset = 24
        /// The run's first posting: its hash, and its position.
        static let firstHashOffset = 32
        static let firstHashPositionOffset = 40
        static let entriesOffset = 48
        static let segmentsOffset = 56
        static let digestOffset = 64
        static let hashesOffset = 72
        static let filterBlocksOffset = 80
        static let byteCount = 88
    }

    /// The layout of a merge in the manifest: its output run, then these fields.
    enum Merge {
        /// The last posting written: its hash, and its position.
        static let lastHashOffset = 88
        static let lastPositionOffset = 96
        static let trailingOffset = 104
        static let sourcesOffset = 112
        /// The id of a source run.
        static let sourceBytes = 8
        static let byteCount = sourcesOffset + sourceBytes * IndexFormat.fanIn
    }
}
