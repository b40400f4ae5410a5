extension [Posting] {
    /// The postings in the order of runs, each once.
    ///
    /// A batch comes in ascending order of position, and distributing by the upper bits of the hash, the lowest of them
    /// first, keeps that order among equals, in less time than comparing takes. Hashes that differ in their lower bits
    /// alone are rare, and are put in order afterwards.
    ///
    /// - Complexity: O(*n*) where the positions ascend and the hashes are spread, else O(*n* log *n*).
    func sortedIntoRun() -> [Posting] {
        // As where all have one hash.
        if ascend({ $0 <= $1 }) { return withoutDuplicates() }
        guard count > Digit.fewest else { return sorted().withoutDuplicates() }
        var source = self
        if !source.ascend({ $0.position <= $1.position }) { source.sort { $0.position < $1.position } }
        source.distribute()
        source.sortAlike()
        return source.withoutDuplicates()
    }

    @inline(__always)
    private func ascend(_ isInOrder: (Posting, Posting) -> Bool) -> Bool {
        withUnsafeBufferPointer { postings in
            for index in postings.indices.dropFirst() where !isInOrder(postings[index - 1], postings[index]) {
                return false
            }
            return true
        }
    }

    /// Puts the postings into the order of the upper bits of their hashes, leaving the order among equals.
    private mutating func distribute() {
        var source = self
        var isInSource = false
        self = [Posting](unsafeUninitializedCapacity: source.count) { target, initialized in
            target.initialize(repeating: .end)
            initialized = target.count
            source.withUnsafeMutableBufferPointer { source in
                withUnsafeTemporaryAllocation(of: Int.self, capacity: 3 * Digit.values) { starts in
                    starts.initialize(repeating: 0)
                    for posting in source {
                        starts[Digit.low.place(of: posting.hash)] += 1
                        starts[Digit.middle.place(of: posting.hash)] += 1
                        starts[Digit.high.place(of: posting.hash)] += 1
                    }
                    var (from, to) = (source, target)
                    for digit in [Digit.low, .middle, .high]
                    where starts[digit.place(of: source[0].hash)] < source.count {
                        Self.distribute(from, into: to, by: digit, starts)
                        swap(&from, &to)
                    }
                    // Copying them here would be a tail call of `memmove`, which Swift 6.3 compiles wrongly in a closure
                    // that may throw a typed error: the register of the error keeps what was counted in it.
                    isInSource = from.baseAddress != target.baseAddress
                }
            }
        }
        if isInSource { self = source }
    }

    /// Copies postings in the order of one digit, of which it is known how often each value occurs.
    private static func distribute(
        _ source: UnsafeMutableBufferPointer<Posting>, into target: UnsafeMutableBufferPointer<Posting>,
        by digit: Digit, _ starts: UnsafeMutableBufferPointer<Int>
    ) {
        var next = 0
        for place in digit.firstPlace..<(digit.firstPlace + Digit.values) {
            let count = starts[place]
            starts[place] = next
            next += count
        }
        for posting in source {
            let place = digit.place(of: posting.hash)
            target[starts[place]] = posting
            starts[place] += 1
        }
    }

    /// Sorts what has the same upper bits and is not in order.
    private mutating func sortAlike() {
        var index = 1
        while index < count {
            guard self[index] < self[index - 1] else {
                index += 1
                continue
            }
            let upper = self[index].hash >> Digit.ignoredBits
            var start = index
            while start > 0, self[start - 1].hash >> Digit.ignoredBits == upper { start -= 1 }
            while index < count, self[index].hash >> Digit.ignoredBits == upper { index += 1 }
            self[start..<index].sort()
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

/// Eleven of a hash's upper 33 bits.
private struct Digit {
    /// Bits below it.
    let shift: UInt64
    /// Where its values are counted.
    let firstPlace: Int

    static var low: Digit { Digit(shift: ignoredBits, firstPlace: 0) }
    static var middle: Digit { Digit(shift: ignoredBits + 11, firstPlace: values) }
    static var high: Digit { Digit(shift: ignoredBits + 22, firstPlace: 2 * values) }

    /// How many values a digit has.
    static let values = 2_048

    /// Bits below the lowest digit.
    static let ignoredBits: UInt64 = 31

    /// With fewer postings, comparing them takes less time than counting.
    static let fewest = 256

    /// Where the value in a hash is counted.
    @inline(__always)
    func place(of hash: UInt64) -> Int {
        firstPlace &+ Int(truncatingIfNeeded: hash &>> shift) & (Self.values - 1)
    }
}
