import Nacre

/// The header of the read model file: the next generation, and those to be removed.
struct ViewsHeader: Hashable {
    /// The format of the file; the next write raises it to this program's.
    private(set) var format = ViewsFormat.version

    /// The number of the next generation; numbers are never reused in a file.
    private(set) var nextGeneration: UInt32 = 1

    /// The generations whose rows are still to be removed.
    var garbage: [UInt32] = []

    private typealias Layout = ViewsLayout.Header

    private static let maxGeneration: UInt32 = 1 << 31

    /// A file whose next number has reached this is rebuilt on opening, so an open file has as many numbers left.
    private static let maxAtOpening: UInt32 = 1 << 30

    /// The header of an empty file.
    init() {}

    /// Takes the number of a new generation.
    mutating func takeGeneration() -> UInt32 {
        defer { nextGeneration += 1 }
        return nextGeneration
    }

    /// Checks that enough generation numbers are left.
    ///
    /// - Throws: `EventStoreError` that reports damage otherwise: a rebuild takes just one number.
    func checkRoom() throws(EventStoreError) {
        guard nextGeneration < Self.maxAtOpening else {
            throw .damagedReadModel(
                "its header names \(nextGeneration) as the next generation, which is beyond the limit")
        }
    }

    /// The encoded header.
    func encoded() -> [UInt8] {
        let end = Layout.garbageOffset + Layout.garbageBytes * garbage.count
        var encoded = [UInt8](repeating: 0, count: end + ViewsLayout.checksumBytes)
        unsafe encoded.withUnsafeMutableBytes { bytes in
            unsafe bytes.store(ViewsFormat.magic, at: Layout.magicOffset)
            unsafe bytes.store(ViewsFormat.version, at: Layout.formatOffset)
            unsafe bytes.store(nextGeneration, at: Layout.nextGenerationOffset)
            unsafe bytes.store(UInt32(garbage.count), at: Layout.garbageCountOffset)
            for (index, generation) in garbage.enumerated() {
                unsafe bytes.store(generation, at: Layout.garbageOffset + Layout.garbageBytes * index)
            }
            unsafe bytes.store(Checksum.of(UnsafeRawBufferPointer(bytes).part(from: 0, to: end)), at: end)
        }
        return encoded
    }

    /// Decodes a header.
    init(_ bytes: UnsafeRawBufferPointer) throws(EventStoreError) {
        guard bytes.count >= Layout.garbageOffset + ViewsLayout.checksumBytes,
            unsafe bytes.integer(at: Layout.magicOffset, as: UInt32.self) == ViewsFormat.magic
        else { throw .damagedReadModel("it is not a file of read models") }
        let format = unsafe bytes.integer(at: Layout.formatOffset, as: UInt16.self)
        guard format <= ViewsFormat.version else {
            // Not reported as damage: that would discard what a newer program has built.
            throw EventStoreError(
                .newerFormat,
                """
                the file of read models has format \(format), but this program supports formats up to \
                \(ViewsFormat.version): use a newer program, or remove the file, which is then rebuilt from the log
                """)
        }
        guard format >= ViewsFormat.oldestVersion else {
            throw .damagedReadModel("it has format \(format), but this program uses format \(ViewsFormat.version)")
        }
        let end = bytes.count - ViewsLayout.checksumBytes
        guard unsafe Checksum.of(bytes.part(from: 0, to: end)) == bytes.integer(at: end) else {
            throw .damagedReadModel("the checksum of its header does not match")
        }
        let count = unsafe Int(bytes.integer(at: Layout.garbageCountOffset, as: UInt32.self))
        guard end == Layout.garbageOffset + Layout.garbageBytes * count else {
            throw .damagedReadModel("the size of its header does not match")
        }
        self.format = format
        nextGeneration = unsafe bytes.integer(at: Layout.nextGenerationOffset)
        garbage = (0..<count).map { unsafe bytes.integer(at: Layout.garbageOffset + Layout.garbageBytes * $0) }
        guard (1...Self.maxGeneration).contains(nextGeneration) else {
            throw .damagedReadModel("its header names \(nextGeneration) as the next generation, which is invalid")
        }
    }
}
