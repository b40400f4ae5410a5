import DomainKit

/// Reads the fields of a stored value.
struct ByteReader {
    private var bytes: ArraySlice<UInt8>

    init(_ bytes: some Sequence<UInt8>) { self.bytes = ArraySlice(bytes) }

    /// The next bytes.
    ///
    /// - Throws: ``SecretsError`` `damaged` if the value is shorter.
    mutating func bytes(_ count: Int) throws(SecretsError) -> [UInt8] {
        guard bytes.count >= count else {
            throw SecretsError(.damaged, "a record of secrets.mdb is too short: restore the secrets from a copy")
        }
        defer { bytes.removeFirst(count) }
        return Array(bytes.prefix(count))
    }

    /// The next number.
    mutating func number() throws(SecretsError) -> UInt64 { UInt64(bigEndian: try bytes(8)) }

    /// The next byte.
    mutating func byte() throws(SecretsError) -> UInt8 { try bytes(1)[0] }

    /// The next identity.
    mutating func identity<ID: UUIDIdentity>() throws(SecretsError) -> ID {
        ID(high: try number(), low: try number())
    }

    /// The next instant.
    mutating func instant() throws(SecretsError) -> Instant {
        Instant(nanosecondsSince1970: Int64(bitPattern: try number()), decimals: try byte())
    }

    /// The remaining bytes.
    mutating func rest() -> [UInt8] {
        defer { bytes = [] }
        return Array(bytes)
    }
}

extension UUIDIdentity {
    /// The length of an identity, in bytes.
    static var byteCount: Int { 16 }

    /// The 16 bytes of the identity.
    var bytes: [UInt8] { high.bigEndianBytes + low.bigEndianBytes }
}

extension Instant {
    /// The 9 bytes of the instant: nanoseconds and decimals.
    var bytes: [UInt8] { UInt64(bitPattern: nanosecondsSince1970).bigEndianBytes + [decimals] }
}
