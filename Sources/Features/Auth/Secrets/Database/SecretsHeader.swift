/// The header of `secrets.mdb`.
struct SecretsHeader: Sendable, Hashable {
    /// The format of both files.
    static let currentFormat: UInt8 = 1

    let format: UInt8

    /// By which the file recognises the store's own key, so that it is not used with the keys of another store.
    let keyCheck: [UInt8]

    static let keyCheckBytes = 16

    init(keyCheck: [UInt8]) {
        format = Self.currentFormat
        self.keyCheck = keyCheck
    }

    /// Reads the stored header.
    ///
    /// - Throws: ``SecretsError``: `damaged`, or `newerFormat`.
    init(_ bytes: [UInt8]) throws(SecretsError) {
        var reader = ByteReader(bytes)
        format = try reader.byte()
        guard format == Self.currentFormat else {
            throw SecretsError(
                format > Self.currentFormat ? .newerFormat : .damaged,
                "secrets.mdb has format \(format), and this program reads \(Self.currentFormat): use a newer program")
        }
        keyCheck = try reader.bytes(Self.keyCheckBytes)
    }

    /// The stored header.
    var bytes: [UInt8] { [format] + keyCheck }
}
