import Nacre
import TestRandomness
import Testing

@testable import NacreLMDB

/// What the tail finds, compared with a list of all postings.
@Suite struct TailTests {
    private static let store = StoreID(EventID(high: 1, low: 2))
    private static let limits = TailLimits(eventsPerGeneration: 100, maxCount: 100_000)

    private struct Filled {
        let tail: Tail
        var positions: [TermKind: [UInt64: [Position]]] = [:]
        var end: Position
    }

    /// A tail of several generations: hashes of one posting, of some, and one that half of the events have.
    private func filled(from start: Position, seed: UInt64, growing: (Tail) -> Void = { _ in }) -> Filled {
        var random = SeededGenerator(seed: seed)
        let tail = Tail(from: checkpoint(start), limits: Self.limits)
        var filled = Filled(tail: tail, end: start)
        for _ in 0..<40 {
            let after = filled.end
            filled.end += Position.random(in: 1...40, using: &random)
            var postings = TailPostings(after: after, end: checkpoint(filled.end))
            for position in after + 1...filled.end {
                for kind in TermKind.allCases {
                    // Hashes that differ in their highest bits alone crowd a table that takes the lowest.
                    let hash =
                        switch random.next() % 4 {
                        case 0: position << 40
                        case 1: (random.next() % 20) << 56
                        default: UInt64.max
                        }
                    postings.columns[kind].append(hash, at: UInt32(position - after))
                    filled.positions[kind, default: [:]][hash, default: []].append(position)
                }
            }
            #expect(tail.append(postings))
            growing(tail)
        }
        return filled
    }

    private func checkpoint(_ position: Position) -> Checkpoint {
        Checkpoint(storeID: Self.store, position: position, fingerprint: 0)
    }

    @Test(arguments: [0, 1, 1 << 33] as [Position])
    func `positions are found in both directions, within bounds and limits`(start: Position) throws {
        let filled = filled(from: start, seed: 3)
        let view = try #require(filled.tail.view(after: start, upTo: filled.end))
        var random = SeededGenerator(seed: 4)
        for (kind, hashes) in filled.positions {
            for (hash, positions) in hashes {
                let bounds = [start, Position.random(in: start...filled.end, using: &random), .max, 0]
                for (first, last) in [(bounds[0], bounds[2]), (bounds[0], bounds[1]), (bounds[1], bounds[2])] {
                    let within = positions.filter { $0 >= first && $0 <= last }
                    for limit in [1, 5, Int.max - 1000] {
                        var found: [Position] = []
                        view.collect(kind, hash: hash, in: first...last, .ascending, limit: limit, into: &found)
                        #expect(found == Array(within.prefix(limit)))
                        found = []
                        view.collect(kind, hash: hash, in: first...last, .descending, limit: limit, into: &found)
                        #expect(found == Array(within.reversed().prefix(limit)))
                    }
                    #expect(view.count(of: kind, hash: hash, in: first...last) == within.count)
                }
            }
            #expect(view.count(of: kind, hash: 12_345, in: 0...Position.max) == 0)
            // More hashes than are looked up at once, half of them absent.
            let asked = hashes.keys.flatMap { [$0, $0 ^ 1] }
            var marks = asked.map { _ in false }
            view.mark(asked, of: kind, in: &marks)
            #expect(marks == asked.map { hashes[$0] != nil })
        }
    }

    @Test func `lookups while the tail grows match lookups at its end`() throws {
        var counts: [Int] = []
        let filled = filled(from: 0, seed: 5) { tail in
            let view = tail.view(after: 0, upTo: tail.coverage.end)
            counts.append(view?.count(of: .type, hash: .max, in: 0...Position.max) ?? -1)
        }
        let all = filled.positions[.type]?[.max] ?? []
        #expect(counts.last == all.count)
        #expect(counts == counts.sorted())
        #expect(counts.first ?? 0 >= 0)
    }

    @Test func `a view stays usable after the index has taken in its generations`() throws {
        let filled = filled(from: 0, seed: 6)
        let view = try #require(filled.tail.view(after: 0, upTo: filled.end))
        filled.tail.drop(upTo: filled.end)
        #expect(filled.tail.view(after: 0, upTo: filled.end) == nil)
        let all = filled.positions[.tag]?[.max] ?? []
        #expect(view.count(of: .tag, hash: .max, in: 0...Position.max) == all.count)
    }

    @Test func `batches for the index contain every posting once`() throws {
        let filled = filled(from: 0, seed: 7)
        var start = checkpoint(0)
        var found: [TermKind: [UInt64: [Position]]] = [:]
        while let batch = filled.tail.batch(after: start) {
            for kind in TermKind.allCases {
                for posting in batch.postings[kind] {
                    found[kind, default: [:]][posting.hash, default: []].append(posting.position)
                }
            }
            // As when another process has indexed some of the next batch.
            start = checkpoint(batch.end.position)
        }
        // The last generation is not full.
        #expect(start.position > 500)
        #expect(start.position < filled.end)
        let expected = filled.positions.mapValues {
            $0.mapValues { $0.filter { $0 <= start.position } }.filter { !$0.value.isEmpty }
        }
        #expect(found == expected)
    }

    @Test func `a generation with many postings is full before it has many events`() throws {
        let limits = TailLimits(eventsPerGeneration: 10, maxCount: 20)
        let tail = Tail(from: checkpoint(0), limits: limits)
        for position in 1...3 as ClosedRange<Position> {
            #expect(tail.batch(after: checkpoint(0)) == nil)
            var postings = TailPostings(after: position - 1, end: checkpoint(position))
            for tag in 0..<UInt64(limits.postingsPerGeneration / 3 + 1) { postings.add(tag: tag, at: position) }
            tail.append(postings)
        }
        #expect(tail.batch(after: checkpoint(0))?.end.position == 3)
    }
}
