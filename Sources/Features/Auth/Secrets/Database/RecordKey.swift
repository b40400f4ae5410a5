/// The key of a record in `secrets.mdb`.
struct RecordKey: Sendable, Hashable {
    let bytes: [UInt8]

    init(_ table: SecretsTable, _ parts: [UInt8]...) {
        bytes = [table.rawValue] + parts.joined()
    }

    /// The key of a record that was read.
    init(stored bytes: [UInt8]) { self.bytes = bytes }

    /// What comes behind the byte of the table.
    static func parts(of bytes: [UInt8]) -> ArraySlice<UInt8> { bytes.dropFirst() }
}
