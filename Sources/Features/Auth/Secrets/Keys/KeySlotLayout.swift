/// The bytes of the key file: slots of equal size, each in one sector of a disk.
///
/// Slot 0 names the format, slot 1 has the store's own key, and the others have a person's key each.
enum KeySlotLayout {
    /// The length of a slot, which divides the sector of every disk.
    static let slotBytes = 128

    /// What the file begins with.
    static let magic = Array("nacrekey".utf8)

    /// The format of slots and file.
    static let format: UInt8 = 1

    static let headerSlot: UInt64 = 0
    static let storeSlot: UInt64 = 1

    /// The first slot for a person.
    static let firstPersonSlot: UInt64 = 2

    // Within a slot:

    /// 1 if the slot has a key; a free slot is zero.
    static let useOffset = 0

    /// The owner of the key: 16 bytes; zero for the store's own key.
    static let ownerOffset = 16
    static let ownerBytes = 16

    static let keyOffset = 32

    /// BLAKE2b with 256 bits of the slot's number (8 bytes) and of the bytes before the checksum.
    static let checksumOffset = 64
    static let checksumBytes = 32

    /// Where a slot is in the file.
    static func offset(of slot: UInt64) -> Int { Int(slot) * slotBytes }
}
