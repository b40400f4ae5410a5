import CLMDBCeiling
import Foundation

/// The ceiling's single writer, used only on the thread that created it, as LMDB's write transactions require.
struct CeilingWriter: ~Copyable {
    private let handle: OpaquePointer

    init(
        path: String, load: AppendLoad, templates: PayloadTemplates, durability: Durability, mapSize: Int
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
                    map_size: mapSize, is_durable: durability == .full ? 1 : 0)
                return ceiling_writer_open(path, &shape, &failure)
            }
        }
        guard let made else { throw CeilingError(failure) }
        handle = made
    }

    deinit { ceiling_writer_close(handle) }

    /// Writes `appends` appends in one transaction, which is durable on return.
    borrowing func commit(appends: Int) throws {
        var failure = ceiling_failure()
        guard ceiling_writer_commit(handle, UInt32(appends), &failure) == 0 else { throw CeilingError(failure) }
    }
}
