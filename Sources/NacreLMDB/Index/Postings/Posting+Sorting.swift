extension [Posting] {
    /// The postings in the order of runs, each once.
    ///
    /// A batch comes in ascending order of position, and distributing by the bytes of the hash, the lowest first, keeps
    /// that order among equals, in less time than comparing takes.
    ///
    /// - Complexity: O(*n*) where the positions ascend, else O(*n* log *n*).
    func sortedIntoRun() -> [Posting] {
        guard count > 1 else { return self }
        var source = self
        if !source.positionsAscend { source.sort { $0.position < $1.position } }
        var target = [Posting](repeating: .end, count: count)
        for shift in stride(from: UInt64(0), to: 64, by: 8)
        where Self.distribute(source, into: &target, byByteAt: shift) {
            swap(&source, &target)
        }
        return source.withoutDuplicates()
    }

    private var positionsAscend: Bool {
        withUnsafeBufferPointer { postings in
            for index in 1..<postings.count where postings[index - 1].position > postings[index].position {
                return false
            }
            return true
        }
    }

    /// Copies the postings in the order of one byte of their hashes, leaving the order among equals.
    ///
    /// - Returns: Whether it did; where all have the same byte there is nothing to do.
    private static func distribute(
        _ source: [Posting], into target: inout [Posting], byByteAt shift: UInt64
    ) -> Bool {
        source.withUnsafeBufferPointer { source in
            target.withUnsafeMutableBufferPointer { target in
                withUnsafeTemporaryAllocation(of: Int.self, capacity: 256) { starts in
                    starts.initialize(repeating: 0)
                    for posting in source { starts[Int(truncatingIfNeeded: posting.hash >> shift) & 255] += 1 }
                    if starts[Int(truncatingIfNeeded: source[0].hash >> shift) & 255] == source.count { return false }
                    var next = 0
                    for byte in 0..<256 {
                        let count = starts[byte]
                        starts[byte] = next
                        next += count
                    }
                    for posting in source {
                        let byte = Int(truncatingIfNeeded: posting.hash >> shift) & 255
                        target[starts[byte]] = posting
                        starts[byte] += 1
                    }
                    return true
                }
            }
        }
    }

    private func withoutDuplicates() -> [Posting] {
        var previous = Posting.end
        var hasDuplicates = false
        for posting in self {
            if posting == previous { hasDuplicates = true }
            previous = posting
        }
        guard hasDuplicates else { return self }
        var unique: [Posting] = []
        unique.reserveCapacity(count)
        for posting in self where posting != unique.last { unique.append(posting) }
        return unique
    }
}
