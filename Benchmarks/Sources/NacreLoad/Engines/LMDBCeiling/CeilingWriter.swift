import CLMDBCeiling
import Foundation

/// The single writer of a ceiling, used only on the thread that created it, as LMDB's write transactions require.
struct CeilingWriter: ~Copyable {
    /// What it writes to.
    enum Medium: Sendable {
        /// A new log in LMDB.
        case lmdb

        /// A journal that was filled with zeros.
        case journal
    }

    private let medium: Medium
    private let handle: OpaquePointer

    /// Opens a writer; `capacity` is the size of LMDB's memory map, or of the journal's file.
    init(
        _ medium: Medium, path: String, load: AppendLoad, templates: PayloadTemplates, durability: Durability,
        capacity: Int
    ) throws {
        var failure = ceiling_failure()
        let made = templates.bytes.withUnsafeBufferPointer { bytes in
            templates.metadataBytes.withUnsafeBufferPointer { metadata in
                // The C side copies the templates before it returns.
                var shape = ceiling_load(
                    seed: load.seed, streams: UInt32(load.streams), events_per_append: UInt32(load.eventsPerAppend),
                    payload_bytes: UInt32(load.payloadBytes), template_count: UInt32(templates.count),
                    templates: bytes.baseAddress, metadata_bytes: UInt32(load.metadataBytes),
                    metadata_count: UInt32(templates.metadataCount), metadata: metadata.baseAddress,
                    capacity: capacity, is_durable: durability == .full ? 1 : 0)
                return switch medium {
                case .lmdb: ceiling_writer_open(path, &shape, &failure)
                case .journal: ceiling_journal_open(path, &shape, &failure)
                }
            }
        }
        guard let made else { throw CeilingError(failure) }
        (self.medium, handle) = (medium, made)
    }

    deinit {
        switch medium {
        case .lmdb: ceiling_writer_close(handle)
        case .journal: ceiling_journal_close(handle)
        }
    }

    /// Writes `appends` appends in one transaction or frame, which is durable on return.
    borrowing func commit(appends: Int) throws {
        var failure = ceiling_failure()
        let code =
            switch medium {
            case .lmdb: ceiling_writer_commit(handle, UInt32(appends), &failure)
            case .journal: ceiling_journal_commit(handle, UInt32(appends), &failure)
            }
        guard code == 0 else { throw CeilingError(failure) }
    }
}
