/// How often an open store took its commit journal into use, and gave it up for another opening of the store.
package struct JournalUse: Hashable, Sendable, Codable {
    package var uses = 0
    package var handOvers = 0

    package init(uses: Int = 0, handOvers: Int = 0) {
        (self.uses, self.handOvers) = (uses, handOvers)
    }

    package mutating func add(_ other: JournalUse) {
        uses += other.uses
        handOvers += other.handOvers
    }
}
