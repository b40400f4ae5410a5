/// What a slot of the key file holds.
enum KeySlot: ~Copyable {
    /// Nothing: it was never used, or its key was erased.
    case free

    /// A key.
    case key(SecretKey, of: KeyOwner)

    /// Bytes that no completed write has left: a write or an erasure was interrupted, or the disk altered them.
    case torn
}
