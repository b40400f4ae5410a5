/// Some byte strings, one behind the other.
package struct NameBatch: Sendable {
    private var bytes: [UInt8] = []
    private var ends: [Int] = []

    /// How many there are.
    package var count: Int { ends.count }

    /// Whether there are as many as are looked up together.
    package var isFull: Bool { count >= 64 }

    package init() {}

    /// Adds one.
    package mutating func append(_ name: Swift.Span<UInt8>) {
        name.withUnsafeBufferPointer { bytes.append(contentsOf: $0) }
        ends.append(bytes.count)
    }

    /// Calls a closure with each of them, in order.
    package func forEachName(_ body: (Swift.Span<UInt8>) -> Void) {
        var start = 0
        for end in ends {
            body(bytes.span.extracting(start..<end))
            start = end
        }
    }

    /// Removes all, and keeps their memory.
    package mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
        ends.removeAll(keepingCapacity: true)
    }
}
