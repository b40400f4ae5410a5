import ArgumentParser

/// The contents of generated payloads, after their marks, and of generated metadata.
package enum PayloadContents: String, CaseIterable, Codable, Sendable, ExpressibleByArgument {
    /// Random and incompressible.
    case random

    /// JSON with few different words, which a compressor makes several times smaller.
    case text

    package func bytes(_ size: Int, using random: inout SplitMix64) -> [UInt8] {
        var bytes = [UInt8]()
        bytes.reserveCapacity(size + 32)
        while bytes.count < size {
            switch self {
            case .random: withUnsafeBytes(of: random.next().littleEndian) { bytes.append(contentsOf: $0) }
            case .text:
                let words = Self.words
                bytes +=
                    "\"\(words[random.next(below: words.count)])\":\"\(words[random.next(below: words.count)])\","
                    .utf8
            }
        }
        return [UInt8](bytes.prefix(size))
    }

    private static let words = [
        "customer", "order", "amount", "currency", "address", "street", "city", "country", "created", "shipped",
        "pending", "confirmed", "quantity", "article", "price", "discount", "voucher", "invoice", "payment", "carrier",
    ]
}
