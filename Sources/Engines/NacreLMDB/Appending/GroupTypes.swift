import Nacre

/// The distinct event types of one group, with their name indices in the block that is being packed.
struct GroupTypes {
    struct Place {
        let name: PreparedCommit.TypeName
        let nameBytes: Int
        /// The serial number of the last block that names the type, and the name's index in it.
        var block: UInt64 = 0
        var nameIndex: UInt16 = 0
    }

    private(set) var places: [Place] = []
    // The types' hashes are known from the callers; see IDX-09 for the table.
    private var table = HashTable<EventType>()

    mutating func removeAll() {
        places.removeAll(keepingCapacity: true)
        table.removeAll()
    }

    /// The number of a type, assigned on first use.
    @inline(__always)
    mutating func number(of name: PreparedCommit.TypeName) -> Int {
        let found = table.find(name.hash, of: name.type) {
            places[$0].name.hash == name.hash && places[$0].name.type.text.hasSameBytes(as: name.type.text)
        }
        if let found { return found }
        let number = places.count
        places.append(Place(name: name, nameBytes: name.type.text.utf8.count))
        table.insert(name.hash, of: name.type, number) { places[$0].name.hash }
        return number
    }

    /// Whether a block already names the type.
    @inline(__always)
    func isNamed(_ number: Int, inBlock block: UInt64) -> Bool { places[number].block == block }

    /// Adds the type's name to a block.
    ///
    /// - Returns: The index of its name in the block, and whether the name is new there.
    @inline(__always)
    mutating func place(_ number: Int, inBlock block: UInt64, next: Int) -> (index: UInt16, isNew: Bool) {
        if places[number].block == block { return (places[number].nameIndex, false) }
        places[number].block = block
        places[number].nameIndex = UInt16(next)
        return (places[number].nameIndex, true)
    }
}
