import DomainKit

extension Secret {
    /// A copy of the bytes, for the library: erase it after use.
    var copy: [UInt8] {
        withBytes { span in
            var bytes: [UInt8] = []
            bytes.reserveCapacity(span.count)
            for index in span.indices { bytes.append(span[index]) }
            return bytes
        }
    }
}
