/// Some byte strings, one behind the other.
struct NameBatch: Sendable {
    private var bytes: [UInt8] = []
    private var ends: [Int] = []

    var count: Int { ends.count }

    /// Whether there are as many as are looked up together.
    var isFull: Bool { count >= 64 }

    mutating func append(_ name: Span<UInt8>) {
        name.withUnsafeBufferPointer { bytes.append(contentsOf: $0) }
        ends.append(bytes.count)
    }

    /// Calls a closure with each of them, in order.
    func forEachName(_ body: (Span<UInt8>) -> Void) {
        var start = 0
        for end in ends {
            body(bytes.span.extracting(start..<end))
            start = end
        }
    }

    mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
        ends.removeAll(keepingCapacity: true)
    }
}
