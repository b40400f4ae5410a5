import Nacre
import TestRandomness
import Testing

@testable import NacreLMDB

/// The expected answers of an index: every posting in memory, and the batches of them.
struct IndexOracle {
    private(set) var end: Position = 0
    private(set) var positions: [TermKind: [UInt64: [Position]]] = [:]
    private var generator: SeededGenerator
    /// Of its own, so that the other kinds do not change what streams and ids there are.
    private var otherGenerator: SeededGenerator
    private let hashes: [UInt64]

    /// Makes an oracle with a number of hashes, and the two lowest and two highest possible ones.
    init(seed: UInt64, hashes: Int) {
        var generator = SeededGenerator(seed: seed)
        self.hashes = (0..<hashes).map { _ in generator.next() } + [0, 1, .max, .max - 1]
        self.generator = generator
        otherGenerator = SeededGenerator(seed: ~seed)
    }

    /// Generates and remembers the next batch, in which a fifth of the events have one hash.
    mutating func batch(of count: Int, in folder: IndexFolder) -> IndexBatch {
        var batch = IndexBatch(streams: [], ids: [], end: folder.checkpoint(end + UInt64(count)))
        for position in (end + 1)...(end + UInt64(count)) {
            let isHot = generator.next() % 5 == 0
            let stream = isHot ? hashes[0] : hashes[Int(generator.next() % UInt64(hashes.count))]
            add(Posting(hash: stream, position: position), .stream)
            batch.streams.append(Posting(hash: stream, position: position))
            if generator.next() % 3 == 0 {
                let id = hashes[Int(generator.next() % UInt64(hashes.count))]
                add(Posting(hash: id, position: position), .id)
                batch.postings.ids.append(Posting(hash: id, position: position))
            }
            // Two types, and at times a tag or two.
            let type = Posting(hash: hashes[Int(otherGenerator.next() % 8 / 7)], position: position)
            add(type, .type)
            batch.postings.types.append(type)
            let tags = (0..<otherGenerator.next() % 3).map { _ in
                hashes[Int(otherGenerator.next() % UInt64(hashes.count))]
            }
            for tag in Set(tags) {
                add(Posting(hash: tag, position: position), .tag)
                batch.postings.tags.append(Posting(hash: tag, position: position))
            }
        }
        end += UInt64(count)
        return batch
    }

    /// Removes all batches that end beyond a position.
    mutating func forget(after position: Position) {
        end = position
        for kind in TermKind.allCases {
            positions[kind] = positions[kind]?.mapValues { $0.filter { $0 <= position } }.filter { !$0.value.isEmpty }
        }
    }

    private mutating func add(_ posting: Posting, _ kind: TermKind) {
        positions[kind, default: [:]][posting.hash, default: []].append(posting.position)
    }

    /// Compares every answer of a snapshot.
    func check(_ snapshot: borrowing IndexSnapshot, _ location: SourceLocation = #_sourceLocation) throws {
        let checkpoint = snapshot.checkpoint
        #expect(checkpoint.position == end, sourceLocation: location)
        for kind in TermKind.allCases {
            let known = positions[kind] ?? [:]
            let asked = hashes + [2, 0x8000_0000_0000_0000]
            for hash in asked { try check(snapshot, kind, hash, known[hash] ?? [], location) }
            // More hashes than are looked up at once, most of them absent.
            let many = asked + (0..<200).map { $0 << 48 | 3 }
            #expect(
                try snapshot.marks(of: many, kind) == many.map { !(known[$0] ?? []).isEmpty },
                sourceLocation: location)
            #expect(try snapshot.allPostings(of: kind) == known, sourceLocation: location)
        }
    }

    private func check(
        _ snapshot: borrowing IndexSnapshot, _ kind: TermKind, _ hash: UInt64, _ expected: [Position],
        _ location: SourceLocation
    ) throws {
        // Each hash from two bounds, other hashes from others, so that a check stays quick.
        for bound in [[0, end], [end / 3, .max], [expected.last ?? 7, end / 2]][Int(hash % 3)] {
            let ascending = try snapshot.ascending(kind, hash, after: bound)
            #expect(ascending == expected.filter { $0 > bound }, sourceLocation: location)
            let descending = try snapshot.descending(kind, hash, from: bound)
            #expect(descending == expected.reversed().filter { $0 <= bound }, sourceLocation: location)
        }
        let count = try snapshot.count(of: kind, hash: hash)
        #expect(count == expected.count, sourceLocation: location)
        let step = max(1, expected.count / 40)
        for ordinal in stride(from: 0, to: expected.count, by: step) {
            let position = try snapshot.position(ofOrdinal: ordinal, kind: kind, hash: hash)
            #expect(position == expected[ordinal], sourceLocation: location)
        }
        let beyond = try snapshot.position(ofOrdinal: expected.count, kind: kind, hash: hash)
        #expect(beyond == nil, sourceLocation: location)
    }
}

extension IndexSnapshot {
    borrowing func ascending(
        _ kind: TermKind, _ hash: UInt64, after: Position = 0, limit: Int = .max
    ) throws -> [Position] {
        var found: [Position] = []
        try forEachPosition(of: kind, hash: hash, after: after) {
            found.append($0)
            return found.count < limit
        }
        return found
    }

    borrowing func descending(
        _ kind: TermKind, _ hash: UInt64, from: Position = .max, limit: Int = .max
    ) throws -> [Position] {
        var found: [Position] = []
        try forEachPositionDescending(of: kind, hash: hash, from: from) {
            found.append($0)
            return found.count < limit
        }
        return found
    }
}

extension IndexSnapshot {
    /// Which of many hashes are marked.
    borrowing func marks(of hashes: [UInt64], _ kind: TermKind) throws -> [Bool] {
        var marks = hashes.map { _ in false }
        try mark(hashes, of: kind, in: &marks)
        return marks
    }
}

extension IndexFile {
    /// Extends the index by the oracle's next batch.
    func extend(_ oracle: inout IndexOracle, by count: Int, in folder: IndexFolder) throws {
        let batch = oracle.batch(of: count, in: folder)
        #expect(try extend { _ in batch } == batch.end)
    }

    /// Runs maintenance steps until there is nothing to do.
    ///
    /// - Returns: The number of steps.
    @discardableResult
    func maintainAll() throws -> Int {
        var steps = 0
        while try maintain() { steps += 1 }
        return steps
    }
}

extension IndexSnapshot {
    /// The positions of every hash in the runs of a kind, in the order of the runs.
    borrowing func allPostings(of kind: TermKind) throws -> [UInt64: [Position]] {
        var cursor = try openCursor()
        var positions: [UInt64: [Position]] = [:]
        for run in manifest.runs where run.kind == kind {
            var reader = try RunReader(run, after: nil, &cursor)
            while !reader.isAtEnd {
                positions[reader.hash, default: []] += reader.postings.map { reader.segment.position(at: $0) }
                try reader.advance(&cursor)
            }
        }
        return positions
    }
}
