/// The layouts of the read model file; offsets and sizes in bytes.
///
/// `Docs/FileFormat.md` describes the fields.
enum ViewsLayout {
    /// The header: a list of generations and a checksum of everything before follow these fields.
    enum Header {
        static let magicOffset = 0
        static let formatOffset = 4
        static let nextGenerationOffset = 8
        /// The number of generations whose rows are to be removed, in 32 bits.
        static let garbageCountOffset = 12
        static let garbageOffset = 16
        /// The number of a generation.
        static let garbageBytes = 4
    }

    /// The tables in a model's record: the reason of a halt and the definition follow these fields.
    enum Tables {
        static let generationOffset = 0
        static let flagsOffset = 4
        static let schemaVersionOffset = 8
        /// The checkpoint, see ``CheckpointLayout``.
        static let checkpointOffset = 16
        static let rowsOffset = 48
        static let haltPositionOffset = 56
        static let haltTimeOffset = 64
        static let haltDecimalsOffset = 72
        /// The length of the halt's reason, in 16 bits.
        static let reasonLengthOffset = 74
        /// The length of the definition, in 32 bits.
        static let definitionLengthOffset = 76
        static let fixedBytes = 80
    }

    /// The key of a row; the model's own key follows these fields.
    enum RowKey {
        static let prefixOffset = 0
        /// The generation, in 32 bits, big-endian.
        static let generationOffset = 1
        static let tableOffset = 5
        static let headerBytes = 6
    }

    /// A row; the model's own value follows the checksum.
    enum Row {
        static let checksumOffset = 0
        static let headerBytes = 8
    }

    /// The checksum at the end of the header and of a model's record.
    static let checksumBytes = 8
}
