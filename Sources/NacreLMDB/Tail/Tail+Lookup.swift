import Nacre

extension Tail {
    /// The positions of a hash in (after, upTo], from the newest to the oldest.
    ///
    /// - Parameters:
    ///   - kind: What the hash is of.
    ///   - hash: The hash; a position found is a candidate, to be confirmed in the log.
    ///   - after: The checkpoint of the index snapshot that the caller has looked in.
    ///   - upTo: The head that the caller sees.
    ///   - limit: The greatest number of positions.
    /// - Returns: The positions, or `nil` where the tail does not cover all of the range.
    func positions(
        of kind: TermKind, hash: UInt64, after: Position, upTo: Position, limit: Int = .max
    ) -> [Position]? {
        state.withLock { state in
            guard state.floor <= after, state.end >= upTo || after >= upTo else { return nil }
            var found: [Position] = []
            for generation in state.generations.reversed() {
                guard generation.end.position > after else { break }
                let table = kind == .stream ? generation.streams : generation.ids
                let wantsMore = table.forEachDescending(hash) { position in
                    guard position > after else { return false }
                    if position <= upTo { found.append(position) }
                    return found.count < limit
                }
                guard wantsMore || found.count < limit else { break }
            }
            return found
        }
    }
}
