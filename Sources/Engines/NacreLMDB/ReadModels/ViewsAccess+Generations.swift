import LMDB
import Nacre

extension ViewsAccess {
    /// The generations that belong to models with an undamaged record.
    private func generationsInUse(except model: [UInt8]) throws -> Set<UInt32> {
        var generations: Set<UInt32> = []
        var cursor = try openCursor()
        var entry = try cursor.seekView(to: ViewsFormat.headerKey + [0])
        while let found = entry, unsafe found.key.first == ViewsFormat.modelPrefix {
            // A model with a damaged record is discarded when it is next read.
            if unsafe !found.key.elementsEqual(model),
                let record = unsafe ModelRecord(undamaged: found.value, under: found.key)
            {
                generations.formUnion(record.generations)
            }
            entry = try cursor.nextView()
        }
        return generations
    }

    /// The generations that have rows but belong to no model and are not marked for removal.
    ///
    /// - Parameters:
    ///   - header: The header of the file.
    ///   - model: The key of a model to leave out; empty for none.
    /// - Returns: The generations, in ascending order.
    /// - Throws: `EventStoreError` if the file cannot be read.
    /// - Complexity: O(*g* log *n*) in the numbers of generations and of rows.
    func orphanedGenerations(_ header: ViewsHeader, except model: [UInt8] = []) throws -> [UInt32] {
        let known = try generationsInUse(except: model).union(header.garbage)
        var found: [UInt32] = []
        var cursor = try openCursor()
        var next: UInt32 = 0
        while let generation = try cursor.generation(from: next) {
            // Damage is discarded by generation, so a lost record leaves rows that only this search finds (PROJ-31).
            if !known.contains(generation) { found.append(generation) }
            if generation == .max { break }
            next = generation + 1
        }
        return found
    }

    /// Removes rows of discarded generations, up to the limit of one transaction.
    ///
    /// - Parameter header: The header of the file; a generation without remaining rows is removed from its list.
    /// - Throws: `EventStoreError` if the file cannot be written.
    func removeRows(_ header: inout ViewsHeader) throws {
        var remaining = ViewsFormat.rowsRemovedPerStep
        while let generation = header.garbage.first {
            remaining -= try removeRows(of: generation, limit: remaining)
            guard remaining > 0 else { return }
            header.garbage.removeFirst()
        }
    }

    /// Removes rows of a generation, and counts them.
    private func removeRows(of generation: UInt32, limit: Int) throws -> Int {
        var cursor = try openCursor()
        var count = 0
        var entry = try cursor.seekView(to: ViewsFormat.prefix(ofGeneration: generation))
        while count < limit, let key = unsafe entry?.key, unsafe ViewsFormat.generation(ofRow: key) == generation {
            try cursor.deleteView()
            count += 1
            entry = try cursor.nextView()
        }
        return count
    }
}

extension Cursor {
    /// The first generation that has rows, from a number on.
    fileprivate mutating func generation(from number: UInt32) throws -> UInt32? {
        guard let entry = try seekView(to: ViewsFormat.prefix(ofGeneration: number)) else { return nil }
        return unsafe ViewsFormat.generation(ofRow: entry.key)
    }
}
