import Nacre

/// The terms of a group's pending events (types, categories, tags and contexts), as a hash table from term to ascending
/// ordinals in the group.
///
/// - Complexity: inserting is amortised O(1). Starting a group is O(1): entries of earlier groups are recognised by
///   their group number.
struct PendingTerms {
    private struct Chain {
        var hash: UInt64 = 0
        var group: UInt64 = 0
        var first: Int32 = 0
        var last: Int32 = 0
        var count = 0
    }

    private struct Link {
        let ordinal: Int32
        var next: Int32
    }

    /// The maximum number of chains that a table keeps from group to group.
    private static let keptChains = 1 << 14
    private static let none: Int32 = -1

    // Open addressing with chains in a flat array: a dictionary would hash the hashes again and allocate for each term.
    private var chains = [Chain](repeating: Chain(), count: 1_024)
    private var links: [Link] = []
    private var group: UInt64 = 1
    private var used = 0
    private let seed = HashSlotSeed()

    /// Removes all entries.
    mutating func removeAll() {
        group += 1
        used = 0
        links.removeAll(keepingCapacity: links.capacity <= 4 * Self.keptChains)
        if chains.count > Self.keptChains { chains = [Chain](repeating: Chain(), count: 1_024) }
    }

    /// Adds an event to a term; events must come in ascending order.
    mutating func insert(_ hash: UInt64, at ordinal: Int) {
        if 2 * used >= chains.count { grow() }
        let link = Int32(links.count)
        links.append(Link(ordinal: Int32(ordinal), next: Self.none))
        let place = self.place(of: hash)
        if chains[place].group == group {
            links[Int(chains[place].last)].next = link
            chains[place].last = link
            chains[place].count += 1
        } else {
            chains[place] = Chain(hash: hash, group: group, first: link, last: link, count: 1)
            used += 1
        }
    }

    /// The number of events with a term.
    func count(of hash: UInt64) -> Int {
        let chain = chains[place(of: hash)]
        return chain.group == group ? chain.count : 0
    }

    /// The ordinal of the first event before `end` that has a term and satisfies a predicate.
    func first(of hash: UInt64, before end: Int, where matches: (Int) -> Bool) -> Int? {
        let chain = chains[place(of: hash)]
        guard chain.group == group else { return nil }
        var link = chain.first
        while link != Self.none {
            let ordinal = Int(links[Int(link)].ordinal)
            if ordinal >= end { return nil }
            if matches(ordinal) { return ordinal }
            link = links[Int(link)].next
        }
        return nil
    }

    /// The number of places that a search for a hash visits.
    func searchLength(of hash: UInt64) -> Int {
        ((place(of: hash) - seed.place(of: hash, among: chains.count)) & (chains.count - 1)) + 1
    }

    /// The place of a hash's chain, or the free place where it would go.
    private func place(of hash: UInt64) -> Int {
        var place = seed.place(of: hash, among: chains.count)
        while chains[place].group == group, chains[place].hash != hash {
            place = (place + 1) & (chains.count - 1)
        }
        return place
    }

    private mutating func grow() {
        let old = chains
        chains = [Chain](repeating: Chain(), count: 2 * old.count)
        for chain in old where chain.group == group { chains[place(of: chain.hash)] = chain }
    }
}
