import Testing

@testable import AuthSecrets

@Suite struct SodiumTests {
    private let sodium: Sodium

    init() throws { sodium = try Sodium() }

    @Test func `initialising again succeeds`() throws {
        _ = try Sodium()
        _ = try Sodium()
    }

    @Test func `random bytes differ, and have the requested number`() {
        #expect(sodium.randomBytes(32).count == 32)
        #expect(sodium.randomBytes(32) != sodium.randomBytes(32))
        #expect(sodium.randomBytes(0) == [])
    }

    /// RFC 7693, appendix A, has BLAKE2b with 512 bits; this is `b2sum -l 256` of the same message.
    @Test func `the hash is BLAKE2b with 256 bits`() {
        #expect(
            sodium.hash(Array("abc".utf8))
                == bytes("bddd813c634239723171ef3fee98579b94964e3bb1cb3e427262c8c068d52319"))
    }

    @Test func `a keyed hash depends on the message and on the key`() {
        let key = sodium.randomKey()
        let other = sodium.randomKey()
        let hash = sodium.keyedHash([1], under: key)
        #expect(hash == sodium.keyedHash([1], under: key))
        #expect(hash != sodium.keyedHash([2], under: key))
        #expect(hash != sodium.keyedHash([1], under: other))
        #expect(hash != sodium.hash([1]))
        #expect(hash.count == 32)
    }

    @Test func `keys derived for other purposes differ`() {
        let key = sodium.randomKey()
        let derived = sodium.derivedKey(for: "claims", from: key).copy()
        #expect(derived == sodium.derivedKey(for: "claims", from: key).copy())
        #expect(derived != sodium.derivedKey(for: "lookups", from: key).copy())
        #expect(derived != key.copy())
        #expect(derived.contains { $0 != 0 })
    }

    /// The example of draft-irtf-cfrg-xchacha-03, appendix A.3.1.
    @Test func `a message sealed elsewhere with XChaCha20-Poly1305 opens`() {
        let key = SecretKey(Array(0x80...0x9F))
        let sealed =
            Array(0x40...0x57)
            + bytes(
                """
                bd6d179d3e83d43b9576579493c0e939572a1700252bfaccbed2902c21396cbb731c7f1b0b4aa6440bf3a82f4eda7e39\
                ae64c6708c54c216cb96b72e1213b4522f8c9ba40db5d945b11b69b982c1bb9e3f3fac2bc369488f76b2383565d3fff9\
                21f9664c97637da9768812f615c68b13b52ec0875924c1c7987947deafd8780acf49
                """)
        let message = sodium.open(sealed, with: bytes("50515253c0c1c2c3c4c5c6c7"), under: key)
        #expect(
            message.map { String(decoding: $0, as: UTF8.self) }
                == """
                Ladies and Gentlemen of the class of '99: If I could offer you only one tip for the future, sunscreen \
                would be it.
                """)
    }

    @Test(arguments: [0, 1, 100]) func `a sealed message opens with its key and its place alone`(count: Int) {
        let key = sodium.randomKey()
        let other = sodium.randomKey()
        let message = sodium.randomBytes(count)
        let sealed = sodium.seal(message, with: [7], under: key)
        #expect(sodium.open(sealed, with: [7], under: key) == message)
        #expect(sodium.open(sealed, with: [8], under: key) == nil)
        #expect(sodium.open(sealed, with: [7], under: other) == nil)
        #expect(sodium.seal(message, with: [7], under: key) != sealed)
    }

    @Test func `a sealed message with any changed or missing byte does not open`() {
        let key = sodium.randomKey()
        let sealed = sodium.seal([1, 2, 3], with: [], under: key)
        for index in sealed.indices {
            var changed = sealed
            changed[index] ^= 1
            #expect(sodium.open(changed, with: [], under: key) == nil)
            #expect(sodium.open(sealed.prefix(index), with: [], under: key) == nil)
        }
    }

    @Test func `erasing overwrites every byte`() {
        var bytes: [UInt8] = [1, 2, 3]
        sodium.erase(&bytes)
        #expect(bytes == [0, 0, 0])
    }

    private func bytes(_ hexadecimal: String) -> [UInt8] {
        let digits = hexadecimal.map { UInt8($0.hexDigitValue ?? 0) }
        return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }
}
