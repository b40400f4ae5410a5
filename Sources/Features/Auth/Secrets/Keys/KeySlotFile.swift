/// The file of keys: what is sealed under a key is gone once the key's slot is overwritten.
///
/// Keys are not kept in the tree beside the data: LMDB leaves the former contents of pages in the file. A slot is
/// changed in place, by the process that holds the write lock of the secrets, and read without a lock.
final class KeySlotFile: Sendable {
    // SEC-03: Each account has a key, in a slot that is overwritten in place.
    let file: PrivateFile
    private let sodium: Sodium
    private let onStep: SecretsStep.Handler

    /// Creates a key file on a file.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - sodium: The library.
    ///   - onStep: Called at each step of a change.
    init(_ file: PrivateFile, _ sodium: Sodium, onStep: @escaping SecretsStep.Handler = { _ in }) {
        self.file = file
        self.sodium = sodium
        self.onStep = onStep
    }

    /// Writes the slot that names the format, not synced.
    ///
    /// - Throws: ``SecretsError`` `inputOutput`.
    func writeHeader() throws(SecretsError) {
        try file.write(Self.header, at: KeySlotLayout.offset(of: KeySlotLayout.headerSlot))
    }

    /// Whether the first slot names the format of this program.
    ///
    /// - Throws: ``SecretsError`` `inputOutput`.
    func hasHeader() throws(SecretsError) -> Bool {
        try file.read(KeySlotLayout.slotBytes, at: KeySlotLayout.offset(of: KeySlotLayout.headerSlot)) == Self.header
    }

    private static let header: [UInt8] = {
        let start = KeySlotLayout.magic + [KeySlotLayout.format]
        return start + [UInt8](repeating: 0, count: KeySlotLayout.slotBytes - start.count)
    }()

    /// Writes a key into a slot, durably.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - owner: Its owner.
    ///   - slot: The slot; whatever it holds is replaced.
    /// - Throws: ``SecretsError`` `inputOutput`: the slot may then hold any mixture of the former and the new bytes.
    func write(_ key: borrowing SecretKey, of owner: KeyOwner, to slot: UInt64) throws(SecretsError) {
        var bytes = [UInt8](repeating: 0, count: KeySlotLayout.slotBytes)
        defer { sodium.erase(&bytes) }
        bytes[KeySlotLayout.useOffset] = 1
        bytes.put(owner.bytes, at: KeySlotLayout.ownerOffset)
        key.withBytes { bytes.put($0, at: KeySlotLayout.keyOffset) }
        bytes.put(checksum(of: bytes, slot), at: KeySlotLayout.checksumOffset)
        try file.write(bytes, at: KeySlotLayout.offset(of: slot))
        onStep(.keyWritten)
        try file.sync()
        onStep(.keySynced)
    }

    /// Reads a slot.
    ///
    /// - Parameter slot: The slot; one behind the end of the file is free.
    /// - Returns: What it holds.
    /// - Throws: ``SecretsError`` `inputOutput`.
    func read(_ slot: UInt64) throws(SecretsError) -> KeySlot {
        var bytes = try file.read(KeySlotLayout.slotBytes, at: KeySlotLayout.offset(of: slot))
        defer { sodium.erase(&bytes) }
        guard bytes.contains(where: { $0 != 0 }) else { return .free }
        let stored = bytes[KeySlotLayout.checksumOffset...].prefix(KeySlotLayout.checksumBytes)
        guard bytes[KeySlotLayout.useOffset] == 1, stored.elementsEqual(checksum(of: bytes, slot)) else { return .torn }
        return .key(
            SecretKey(Array(bytes[KeySlotLayout.keyOffset...].prefix(SecretKey.byteCount))),
            of: KeyOwner(bytes[KeySlotLayout.ownerOffset...]))
    }

    /// Overwrites a slot with random bytes, then with zeros, each time durably.
    ///
    /// Repeating it after a failure or a crash completes it.
    ///
    /// - Parameter slot: The slot; free afterwards.
    /// - Throws: ``SecretsError`` `inputOutput`: the key may still be there.
    func erase(_ slot: UInt64) throws(SecretsError) {
        let offset = KeySlotLayout.offset(of: slot)
        try file.write(sodium.randomBytes(KeySlotLayout.slotBytes), at: offset)
        onStep(.keyOverwritten)
        try file.sync()
        onStep(.keyOverwriteSynced)
        try file.write([UInt8](repeating: 0, count: KeySlotLayout.slotBytes), at: offset)
        onStep(.keyZeroed)
        try file.sync()
        onStep(.keyZeroSynced)
    }

    private func checksum(of slotBytes: [UInt8], _ slot: UInt64) -> [UInt8] {
        var message = Array(slotBytes[..<KeySlotLayout.checksumOffset]) + slot.bigEndianBytes
        defer { sodium.erase(&message) }
        return sodium.hash(message)
    }
}

extension [UInt8] {
    /// Overwrites the bytes from an offset.
    fileprivate mutating func put(_ bytes: [UInt8], at offset: Int) {
        replaceSubrange(offset..<offset + bytes.count, with: bytes)
    }
}
