internal import CSodium

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension Sodium {
    /// Bytes as Base64 (RFC 4648, section 4).
    func base64(_ bytes: some Collection<UInt8>) -> String {
        let bytes = Array(bytes)
        let variant = Int32(sodium_base64_VARIANT_ORIGINAL)
        // The length counts the terminating zero.
        var text = [CChar](repeating: 0, count: sodium_base64_encoded_len(bytes.count, variant))
        _ = unsafe sodium_bin2base64(&text, text.count, bytes, bytes.count, variant)
        return String(decoding: text.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// The bytes of a text in Base64; `nil` if it is not in that form.
    func bytes(base64 text: String) -> [UInt8]? {
        // Faster than libsodium's, which takes the same time for all texts of a length: sealed bytes are no secret.
        guard let data = Data(base64Encoded: text) else { return nil }
        let bytes = Array(data)
        // The last group may have spare bits, and with those set it would be a second text of the same bytes.
        let last = base64(bytes.suffix(bytes.count % 3 == 0 ? 3 : bytes.count % 3))
        return text.utf8.suffix(4).elementsEqual(last.utf8) ? bytes : nil
    }
}
