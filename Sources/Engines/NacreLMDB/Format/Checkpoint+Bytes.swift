import Nacre

/// The layout of a checkpoint, in the manifest of the index and in the record of a read model; in bytes.
enum CheckpointLayout {
    static let storeIDOffset = 0
    static let positionOffset = 16
    static let fingerprintOffset = 24
    static let byteCount = 32
}

extension Checkpoint {
    /// Decodes a checkpoint at an offset that the caller has bounds-checked.
    init(at offset: Int, in bytes: UnsafeRawBufferPointer) {
        unsafe self.init(
            storeID: StoreID(EventID(at: offset + CheckpointLayout.storeIDOffset, in: bytes)),
            position: bytes.integer(at: offset + CheckpointLayout.positionOffset),
            fingerprint: bytes.integer(at: offset + CheckpointLayout.fingerprintOffset))
    }

    /// Encodes the checkpoint at an offset inside the buffer.
    func store(at offset: Int, in bytes: UnsafeMutableRawBufferPointer) {
        unsafe storeID.uuid.store(at: offset + CheckpointLayout.storeIDOffset, in: bytes)
        unsafe bytes.store(position, at: offset + CheckpointLayout.positionOffset)
        unsafe bytes.store(fingerprint, at: offset + CheckpointLayout.fingerprintOffset)
    }
}
