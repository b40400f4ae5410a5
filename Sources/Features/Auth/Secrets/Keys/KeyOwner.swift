/// The owner of a key: the 16 bytes of an account's id; 0 for the store itself, 1 for its counts of attempts, 2
/// for its answers without an account.
struct KeyOwner: Sendable, Hashable {
    let high: UInt64
    let low: UInt64

    /// The store itself.
    ///
    /// No account has this id: version 4 of UUIDs has bits that are not zero.
    static let store = KeyOwner(high: 0, low: 0)

    /// The counts of attempts, whose key is renewed again and again; no account has this id, either.
    static let attempts = KeyOwner(high: 0, low: 1)

    /// The answers without an account, whose key is renewed, too.
    static let answers = KeyOwner(high: 0, low: 2)

    init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// Reads 16 bytes.
    init(_ bytes: some Collection<UInt8>) {
        high = UInt64(bigEndian: bytes.prefix(8))
        low = UInt64(bigEndian: bytes.dropFirst(8).prefix(8))
    }

    /// The 16 bytes.
    var bytes: [UInt8] { high.bigEndianBytes + low.bigEndianBytes }
}

extension UInt64 {
    /// Reads the bytes of a number, the most significant first.
    init(bigEndian bytes: some Sequence<UInt8>) {
        self = bytes.reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// The 8 bytes, the most significant first.
    var bigEndianBytes: [UInt8] { (0..<8).map { UInt8(truncatingIfNeeded: self >> (56 - 8 * $0)) } }
}
