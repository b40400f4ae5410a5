extension [Posting] {
    /// The postings in run order, without duplicates.
    ///
    /// A batch is in ascending order of position. A radix sort by the upper bits of the hash is stable, so it keeps
    /// that order among equal hashes, and is faster than a comparison sort. Hashes that differ only in their lower bits
    /// are rare and sorted afterwards.
    ///
    /// - Complexity: O(*n*) if positions ascend and hashes are evenly distributed, otherwise O(*n* log *n*).
    func sortedIntoRun() -> [Posting] {
        // Already in order, for example if all hashes are equal.
        if ascend({ $0 <= $1 }) { return withoutDuplicates() }
        guard count > Digit.fewest else { return sorted().withoutDuplicates() }
        var source = self
        if !source.ascend({ $0.position <= $1.position }) { source.sort { $0.position < $1.position } }
        source.distribute()
        source.sortEqualUpperBits()
        return source.withoutDuplicates()
    }

    @inline(__always)
    private func ascend(_ isInOrder: (Posting, Posting) -> Bool) -> Bool {
        unsafe withUnsafeBufferPointer { postings in
            for index in postings.indices.dropFirst() where unsafe !isInOrder(postings[index - 1], postings[index]) {
                return false
            }
            return true
        }
    }

    /// Sorts the postings by the upper bits of their hashes, stably.
    private mutating func distribute() {
        var source = self
        var isInSource = false
        self = unsafe [Posting](unsafeUninitializedCapacity: source.count) { target, initialized in
            unsafe target.initialize(repeating: .end)
            initialized = target.count
            unsafe source.withUnsafeMutableBufferPointer { source in
                unsafe withUnsafeTemporaryAllocation(of: Int.self, capacity: 3 * Digit.values) { starts in
                    unsafe starts.initialize(repeating: 0)
                    // The formatter would join `unsafe` with the name.
                    // swift-format-ignore
                    for unsafe posting in unsafe source {
                        unsafe starts[Digit.low.place(of: posting.hash)] += 1
                        unsafe starts[Digit.middle.place(of: posting.hash)] += 1
                        unsafe starts[Digit.high.place(of: posting.hash)] += 1
                    }
                    var (from, to) = unsafe (source, target)
                    for digit in [Digit.low, .middle, .high]
                    where unsafe starts[digit.place(of: source[0].hash)] < source.count {
                        unsafe Self.distribute(from, into: to, by: digit, starts)
                        unsafe swap(&from, &to)
                    }
                    // Do not copy here: the tail call of `memmove` is miscompiled by Swift 6.3 in a closure that may
                    // throw a typed error; the error's register keeps the counter's value.
                    isInSource = unsafe from.baseAddress != target.baseAddress
                }
            }
        }
        if isInSource { self = source }
    }

    /// Copies postings in the order of one digit, given the count of each value.
    private static func distribute(
        _ source: UnsafeMutableBufferPointer<Posting>, into target: UnsafeMutableBufferPointer<Posting>,
        by digit: Digit, _ starts: UnsafeMutableBufferPointer<Int>
    ) {
        var next = 0
        for place in digit.firstPlace..<(digit.firstPlace + Digit.values) {
            let count = unsafe starts[place]
            unsafe starts[place] = next
            next += count
        }
        // The formatter would join `unsafe` with the name.
        // swift-format-ignore
        for unsafe posting in unsafe source {
            let place = digit.place(of: posting.hash)
            unsafe target[starts[place]] = posting
            unsafe starts[place] += 1
        }
    }

    /// Sorts postings with equal upper bits that are out of order.
    private mutating func sortEqualUpperBits() {
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
    /// The number of bits below it.
    let shift: UInt64
    /// The index of its first counter.
    let firstPlace: Int

    static var low: Digit { Digit(shift: ignoredBits, firstPlace: 0) }
    static var middle: Digit { Digit(shift: ignoredBits + 11, firstPlace: values) }
    static var high: Digit { Digit(shift: ignoredBits + 22, firstPlace: 2 * values) }

    /// The number of values of a digit.
    static let values = 2_048

    /// The number of bits below the lowest digit.
    static let ignoredBits: UInt64 = 31

    /// With fewer postings, a comparison sort is faster.
    static let fewest = 256

    /// The index of the counter for a hash's value.
    @inline(__always)
    func place(of hash: UInt64) -> Int {
        firstPlace &+ Int(truncatingIfNeeded: hash &>> shift) & (Self.values - 1)
    }
}
