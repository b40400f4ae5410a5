/// Updates the checksums of mutated bytes.
enum BlockSeal {
    /// Updates the checksums of the records, as far as the offsets allow, and of the block.
    static func seal(_ block: inout [UInt8], events count: Int) {
        guard block.count >= 64 + 12 * count else { return }
        let offsets = (0..<count).map { Int(block.number(at: 64 + 8 * count + 4 * $0, bytes: 4)) } + [block.count]
        for index in 0..<count where offsets[index] <= offsets[index + 1] && offsets[index + 1] <= block.count {
            block.set(xxh3(block[offsets[index]..<offsets[index + 1]]), at: 64 + 8 * index)
        }
        sealTable(&block, records: offsets[0])
    }

    /// Updates the checksum of header, table and names.
    static func sealTable(_ block: inout [UInt8], records: Int) {
        guard records >= 64, records <= block.count else { return }
        block.set(xxh3(block[64..<records], seed: xxh3(block[..<56])), at: 56)
    }

    /// The offset of the records according to the block.
    static func records(of block: [UInt8]) -> Int {
        Int(block.number(at: 64 + 8 * Int(block.number(at: 8, bytes: 4)), bytes: 4))
    }

    /// Makes each block refer to the one before it, from one block on.
    ///
    /// - Parameters:
    ///   - log: The entries, the store's header first.
    ///   - start: The first block that is changed.
    ///   - isRenumbered: Whether positions are made contiguous, too.
    static func chain(_ log: inout [RawEntry], from start: Int, isRenumbered: Bool) {
        for index in max(start, 1)..<max(start, 1, log.count) where log[index].value.count >= 64 {
            let before = log[index - 1].value
            var block = log[index].value
            block.set(before.number(at: index == 1 ? 32 : 56), at: 32)
            if isRenumbered {
                let position = index == 1 ? 1 : before.number(at: 16) &+ before.number(at: 8, bytes: 4)
                block.set(position, at: 16)
                log[index].key = .key(position)
            }
            sealTable(&block, records: records(of: block))
            log[index].value = block
        }
    }
}
